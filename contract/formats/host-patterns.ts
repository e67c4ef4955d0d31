const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const GROUP = '[0-9A-Fa-f]{1,4}';

/** An IPv4 address: four decimal octets without leading zeros (RFC 3986 §3.2.2). */
export const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;

const LAST = `(?:${GROUP}:${GROUP}|${IPV4})`;

/** An IPv6 address (RFC 3986 §3.2.2, RFC 4291 §2.2). */
export const IPV6 = `(?:${[
  `(?:${GROUP}:){6}${LAST}`,
  `::(?:${GROUP}:){5}${LAST}`,
  `(?:${GROUP})?::(?:${GROUP}:){4}${LAST}`,
  `(?:(?:${GROUP}:){0,1}${GROUP})?::(?:${GROUP}:){3}${LAST}`,
  `(?:(?:${GROUP}:){0,2}${GROUP})?::(?:${GROUP}:){2}${LAST}`,
  `(?:(?:${GROUP}:){0,3}${GROUP})?::${GROUP}:${LAST}`,
  `(?:(?:${GROUP}:){0,4}${GROUP})?::${LAST}`,
  `(?:(?:${GROUP}:){0,5}${GROUP})?::${GROUP}`,
  `(?:(?:${GROUP}:){0,6}${GROUP})?::`,
].join('|')})`;

const LABEL = '[A-Za-z\\d](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?';
const NAME = `${LABEL}(?:\\.${LABEL})*`;

/**
 * Host names of RFC 1123 §2.1, with the length limits of RFC 1035 §2.3.4. An A-label (`xn--…`) is not decoded; only its
 * characters are checked.
 */
export const HOSTNAME = `^(?=.{1,253}$)${NAME}$`;

const ATOM = "[A-Za-z\\d!#$%&'*+/=?^_`{|}~-]+";
/**
 * An address literal of a mail address (RFC 5321). The tag `IPv6` is case-insensitive, like every literal of ABNF (RFC
 * 5234 §2.3).
 */
const LITERAL = `\\[(?:${IPV4}|[Ii][Pp][Vv]6:${IPV6})\\]`;
/**
 * A quoted local part of a mail address (RFC 5321): printable characters, with a backslash before each quote and
 * backslash.
 */
const QUOTED = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';

/** A mail address (`Mailbox` of RFC 5321 §4.1.2). */
export const EMAIL = `^(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:${NAME}|${LITERAL})$`;

/**
 * Mail addresses with characters beyond ASCII, which RFC 6531 §3.3 allows in every part. In the domain, these
 * characters must be letters, marks or digits (RFC 5892 §2 excludes symbols such as emoji). Rules about adjacent
 * characters are not checked.
 */
const WIDE_ATOM = "[A-Za-z\\d!#$%&'*+/=?^_`{|}~\\u{80}-\\u{10ffff}-]+";
const WIDE_QUOTED = '"(?:[ !#-\\[\\]-~\\u{80}-\\u{10ffff}]|\\\\[ -~])*"';
const WIDE_END = '[\\p{L}\\p{M}\\p{N}]';
const WIDE_LABEL = `${WIDE_END}(?:[\\p{L}\\p{M}\\p{N}-]{0,61}${WIDE_END})?`;

export const IDN_EMAIL = `^(?:${WIDE_ATOM}(?:\\.${WIDE_ATOM})*|${WIDE_QUOTED})@(?:${WIDE_LABEL}(?:\\.${WIDE_LABEL})*|${LITERAL})$`;
