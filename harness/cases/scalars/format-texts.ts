/**
 * Strings of a format: an ordinary string, then strings that implementations handle differently. Empty for an unknown
 * format.
 */
export function formatEdges(format: string): readonly string[] {
  return Object.hasOwn(TEXTS, format) ? (TEXTS[format]?.[0] ?? []) : [];
}

/**
 * Strings that narrowly violate a format. Empty for an unknown format, and for a format that every string satisfies.
 */
export function formatMisses(format: string): readonly string[] {
  return Object.hasOwn(TEXTS, format) ? (TEXTS[format]?.[1] ?? []) : [];
}

/** Valid dates. The first is the last day of a month, and a Friday, because some services refuse days of a weekend. */
const DATES = ['2026-07-31', '2024-02-29', '1970-01-01', '2038-01-19', '1999-12-31', '9999-12-31', '0001-01-01'];
/**
 * Times of day (RFC 3339 §5.6). Leap seconds are excluded: a service needs a table to recognise them (§5.7), so it may
 * reject them.
 */
const TIMES = [
  '12:30:00Z',
  '00:00:00+00:00',
  '23:59:59.999999Z',
  '06:15:30.250-05:30',
  '23:59:59+14:00',
  '00:00:00-00:00',
  '00:00:00-12:00',
  '12:00:00.123456789Z',
];
const LONG_LABEL = 'a'.repeat(63);
/** A domain name with the maximum length of 253 characters (RFC 1035 §2.3.4). */
const LONG_NAME = [LONG_LABEL, LONG_LABEL, LONG_LABEL, 'a'.repeat(61)].join('.');

/** For each format: strings of the format, and strings that narrowly violate it. */
const TEXTS: Readonly<Record<string, readonly [edges: readonly string[], misses: readonly string[]]>> = {
  date: [
    DATES,
    [
      '2023-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-1-31',
      '26-01-31',
      '2026/01/31',
      '2026-07-31T00:00:00Z',
      '',
    ],
  ],
  time: [
    TIMES,
    [
      '24:00:00Z',
      '12:60:00Z',
      '12:30:60Z',
      '12:30:00',
      '12:30Z',
      '12:30:00+24:00',
      '12:30:00+05:60',
      '12:30:00.Z',
      '1:30:00Z',
      '',
    ],
  ],
  'date-time': [
    DATES.map((day, index) => `${day}T${TIMES[index % TIMES.length] ?? ''}`),
    [
      '2026-07-31',
      '2026-01-31T12:30:00',
      '2023-02-29T12:30:00Z',
      '2026-01-31T24:00:00Z',
      '2026-01-31T12:30:60Z',
      '2026-01-31T12:30:00+24:00',
      '2026-01-31T12:30Z',
      '',
    ],
  ],
  duration: [
    ['P3D', 'PT0S', 'P1Y', 'P2W', 'P1Y2M3DT4H5M6S', 'PT36H', 'P0D'],
    ['P', 'PT', 'P1', '1D', 'P1S', 'P1DT', 'P1W1D', 'p1d', '-P1D', 'PT1.5S', ''],
  ],
  uuid: [
    [
      '123e4567-e89b-42d3-a456-426614174000',
      '00000000-0000-0000-0000-000000000000',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ],
    [
      '123e4567e89b42d3a456426614174000',
      '123e4567-e89b-42d3-a456-42661417400',
      '123e4567-e89b-42d3-a456-42661417400g',
      '{123e4567-e89b-42d3-a456-426614174000}',
      '',
    ],
  ],
  uri: [
    [
      'https://a.example/',
      'urn:a:b',
      'mailto:a@b.example',
      'http://[::1]:8080/%2F?a=b&c#d',
      'https://a.example/%2F?a=b&c#d',
      'http://a.example',
      'http://user:pw@a.example:80',
      'file:///a',
    ],
    [
      '/a',
      '//a.example',
      'https://a b.example/',
      'https://a.example/%2',
      'https://a.example/é',
      'https://a.example/<a>',
      '1a:b',
      ':a',
      '',
    ],
  ],
  'uri-reference': [
    ['/a', '', '#', '?', '../a', '//a.example', 'https://a.example/', './a:b'],
    ['/a b', '/%2', '/é', '\\a', '/<a>', '#a#b', '/{a}'],
  ],
  iri: [
    [
      'https://é.example/ü?ß#ж',
      'https://a.example/',
      'urn:a:例',
      'https://a.example/%C3%A9',
      'https://a.example/\u{10400}',
    ],
    ['/é', 'é', 'https://a b.example/', 'https://a.example/%é', ':é', ''],
  ],
  'iri-reference': [
    ['/é', '', '#ü', '?ж', '../例', '//é.example'],
    ['/é é', '/%é', '\\é', '#é#é', '/<é>'],
  ],
  'uri-template': [
    ['/a/{b}', '', '/a', '{+a}', '{?a,b*}', '{a:3}', '{/a}{#b}', '{%41}', '%41'],
    ['/a/{b', '/a/b}', '{}', '{a:0}', '{a,}', '{ a}', '{a b}', 'a b', '%4'],
  ],
  email: [
    ['a@b.example', 'a+b@c.example', "o'c@d.example", 'a.b@c-d.example', '!#$%&*/=?^_`{|}~-@a.example', 'A@B.EXAMPLE'],
    [
      'a',
      'a@',
      '@b.example',
      'a@@b.example',
      '.a@b.example',
      'a.@b.example',
      'a..b@c.example',
      'a b@c.example',
      'a@b_c.example',
      'a@-b.example',
      'é@b.example',
      '',
    ],
  ],
  'idn-email': [
    ['é@b.example', 'a@b.example', '用户@b.example', 'δοκιμή@b.example', '\u{1d54f}@b.example'],
    ['é', 'é@', '@é.example', 'é é@b.example', ''],
  ],
  hostname: [
    [
      'a.example',
      'a',
      'a-b.example',
      'xn--bcher-kva.example',
      '1a.example',
      'A.EXAMPLE',
      `${LONG_LABEL}.example`,
      LONG_NAME,
    ],
    [
      '',
      '-a.example',
      'a-.example',
      'a..example',
      '.example',
      'a_b.example',
      'a b.example',
      'é.example',
      `a${LONG_LABEL}.example`,
      `a${LONG_NAME}`,
    ],
  ],
  'idn-hostname': [
    ['bücher.example', 'a.example', 'xn--bcher-kva.example', '例え.example', '한글', 'ελ.example'],
    ['', '-é.example', 'é-.example', 'é..example', 'é é.example', `a${LONG_LABEL}.example`],
  ],
  ipv4: [
    ['127.0.0.1', '0.0.0.0', '255.255.255.255', '10.0.0.255'],
    ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.-4', '1.2.3.4 ', '0x7f.0.0.1', ''],
  ],
  ipv6: [
    ['::1', '::', '2001:db8::a', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8', '1::', '1:2:3:4:5:6:192.0.2.1', 'FE80::ABCD'],
    [':', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '::12345', '::g', '1::2::3', '::1/64', '[::1]', '127.0.0.1', ''],
  ],
  'json-pointer': [
    ['/a', '', '/', '/a~1b', '/m~0n', '/0', '//', '/ ', '/é'],
    ['a', '/~', '/a~2', '#/a', '~0'],
  ],
  'relative-json-pointer': [
    ['0', '1/a', '0#', '10/~1', '2/'],
    ['', '/a', '01', '-1', '0##', '1a', '#', '+1'],
  ],
  regex: [
    ['^[a-z]+$', '', '.', '\\d{2,}', '(?=a)b', '(?<n>a)\\k<n>', '\\p{L}', '[^]'],
    ['(', 'a)', '[a', '*', 'a{2,1}', '(?<n', '(?P<n>a)', '\\'],
  ],
  // These formats belong to libraries. No specification states which strings violate them, so there are no near misses.
  url: [['https://a.example/', 'http://a.example', 'https://a.example/b?c=d#e'], []],
  uuid4: [['123e4567-e89b-42d3-a456-426614174000'], []],
  ipvanyaddress: [['192.0.2.1', '2001:db8::a'], []],
  // Base64 (RFC 4648 §4).
  byte: [
    ['YQ==', '', 'YWI=', 'YWJj', '+/+/'],
    ['Y', 'YQ=', 'YQ', 'Y===', 'YQ==YQ==', 'é===', 'YQ=Q'],
  ],
};
