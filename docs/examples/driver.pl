#!/usr/bin/env perl
# A driver for contract-parity in Perl, core modules only. Its "SDK" is the sub `call`: replace it with yours. Perl has no types for
# inputs, so it can express almost every case, even if the contract forbids its input. For a typed language see go-driver.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use Time::HiRes qw(alarm);

# Perl prints 15 digits of a number, and some numbers have 17: `allow_bignum` keeps all digits.
my $json = JSON::PP->new->utf8->canonical->allow_nonref->allow_bignum;
my %operations = (
    listItems  => { method => 'GET',  path => '/items' },
    createItem => { method => 'POST', path => '/items' },
    getItem    => { method => 'GET',  path => '/items/{item_id}' },
);
my $start;

# Standard output is for messages only, one per line, and each is written at once.
$| = 1;
binmode STDIN;
binmode STDOUT;

while (my $line = <STDIN>) {
    my $order = eval { $json->decode($line) };
    if (!defined $order) {
        # JSON may contain half of a surrogate pair, and a Perl string cannot: such an input is inexpressible.
        my ($seq) = $line =~ /"seq":(\d+)/ or die "not an order: $line";
        answer($seq, { kind => 'inexpressible', reason => "$@" });
        next;
    }
    last if $order->{cmd} eq 'stop';
    if ($order->{cmd} eq 'start') {
        $start = $order;
        greet();
    } else {
        answer($order->{seq}, outcome($order));
    }
}

sub greet {
    return write_message({ ok => JSON::PP::false, error => "only protocol 1 is supported" }) if $start->{protocol} != 1;
    write_message({
        ok         => JSON::PP::true,
        surface    => { name => 'items-perl', language => sprintf('perl %vd', $^V), version => '0.1.0' },
        operations => [ sort keys %operations ],
        observes   => [ 'status', 'value', 'problem' ],
    });
}

sub outcome {
    my ($order) = @_;
    my $operation = $operations{ $order->{operation} }
        or return { kind => 'inexpressible', reason => "there is no $order->{operation}" };
    my $reply = eval { call($operation, $order) };
    return { kind => 'refused', by => 'client', reason => "$@" } if !defined $reply;

    # HTTP::Tiny reports a missing reply as the status 599.
    if ($reply->{status} == 599) {
        return { kind => 'timeout', afterMs => $order->{timeoutMs} } if $reply->{content} =~ /^Timed out/;
        return { kind => 'crash', detail => $reply->{content} };
    }
    my $kind = $reply->{success} ? 'value' : 'problem';
    my %shown = (kind => $kind, status => 0 + $reply->{status});
    return \%shown if $reply->{content} eq '';
    my $document = eval { $json->decode($reply->{content}) };
    return { kind => 'crash', detail => "the reply is not JSON: $@" } if $@;
    return { %shown, $kind => $document };
}

# Dies if the input cannot be sent. Nothing is then sent.
sub call {
    my ($operation, $order) = @_;
    my $input = $order->{input};
    my $path  = $operation->{path};
    $path =~ s/\{(\w+)\}/segment($input->{path}{$1})/ge;
    my @query = map { encoded($_) . '=' . encoded(scalar_text($input->{query}{$_})) } sort keys %{ $input->{query} // {} };
    my %headers = (accept => 'application/json, application/problem+json');
    $headers{authorization} = "Bearer $order->{token}" if defined $order->{token};
    my %options = (headers => \%headers);

    # An omitted member is not in the hash; a null member is, and is sent.
    if (exists $input->{body}) {
        $headers{'content-type'} = $input->{mediaType} // 'application/json';
        $options{content} = $json->encode($input->{body});
    }
    my $url = ($start->{baseUrl} =~ s{/+$}{}r) . $path . (@query ? '?' . join('&', @query) : '');
    my $http = HTTP::Tiny->new(timeout => $order->{timeoutMs} / 1000, max_redirect => 0, max_size => 16 * 1024 * 1024);

    # The timeout of HTTP::Tiny limits each wait for bytes only, so a slow reply needs a limit of the whole call.
    local $SIG{ALRM} = sub { die "Timed out after $order->{timeoutMs} ms\n" };
    alarm($order->{timeoutMs} / 1000);
    my $reply = $http->request($operation->{method}, $url, \%options);
    alarm(0);
    return $reply;
}

sub segment {
    my $text = scalar_text($_[0]);
    die "'$text' cannot be a path segment\n" if $text =~ /\A\.{0,2}\z/;
    return encoded($text);
}

sub scalar_text {
    my ($value) = @_;
    die "null has no spelling here\n" if !defined $value;
    return $value ? 'true' : 'false' if JSON::PP::is_bool($value);
    die "lists and objects have no spelling here\n" if ref $value eq 'ARRAY' || ref $value eq 'HASH';
    return "$value";
}

sub encoded {
    my ($text) = @_;
    utf8::encode($text);
    $text =~ s/([^A-Za-z0-9\-._~])/sprintf('%%%02X', ord $1)/ge;
    return $text;
}

sub answer { write_message({ seq => 0 + $_[0], outcome => $_[1] }) }

sub write_message { print $json->encode($_[0]), "\n" }
