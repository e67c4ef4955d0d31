import { formatEdges, formatMisses } from './format-texts.js';
import type { Random } from './random.js';

/** Generates strings of one format. */
export interface FormatSource {
  any(random: Random): string;
  /** An ordinary string of the format, then strings that some implementations of the format handle differently. */
  readonly edges: readonly string[];
  /** Strings that narrowly violate the format. The specification and common validators both reject them. */
  readonly misses: readonly string[];
  readonly usual?: UsualTexts;
}

/**
 * The source of strings for a format of JSON Schema (Validation §7.3), of OpenAPI (§4.4) or of a common library: `url`
 * of marshmallow, `uuid4` and `ipvanyaddress` of Pydantic. `undefined` for other formats.
 */
export function formatSource(format: string): FormatSource | undefined {
  const make = Object.hasOwn(MAKERS, format) ? MAKERS[format] : undefined;
  if (make === undefined) return undefined;
  const usual = USUAL.get(format);
  return { any: make, edges: formatEdges(format), misses: formatMisses(format), ...(usual && { usual }) };
}

type Maker = (random: Random) => string;

/**
 * The strings of a format that common validators accept. It is defined only for formats whose grammar also allows
 * strings that these validators reject.
 */
interface UsualTexts {
  /** A pattern from which strings of the format are generated. It allows all lengths that the strings may have. */
  readonly pattern: string;
  /** Matches all strings of the format that common validators accept. */
  readonly test: RegExp;
}

/**
 * The URIs that most services accept. Many services refuse a URI whose scheme is not `http` or `https`, or whose host
 * is not a domain name. The grammar allows such URIs (RFC 3986 §3).
 */
const WEB_ADDRESS: UsualTexts = {
  pattern: String.raw`^https://(?:[a-z\d]{1,59}\.){1,3}[a-z]{2,8}/[a-z\d]*$`,
  test: /^https?:\/\/(?:[^\s/?#@:.[\]]+\.)+\p{L}{2,}(?:[/?#].*)?$/u,
};

/**
 * The usual strings of formats. Many services refuse email addresses with a quoted local part, an IP address, or a
 * domain without a dot. The grammar allows such addresses (RFC 5321 §4.1.2). A local part has at most 64 octets, and an
 * address at most 254 (§4.5.3.1).
 */
const USUAL: ReadonlyMap<string, UsualTexts> = new Map([
  ['uri', WEB_ADDRESS],
  ['iri', WEB_ADDRESS],
  ['url', WEB_ADDRESS],
  [
    'email',
    {
      pattern: String.raw`^[a-z\d]{1,64}@(?:[a-z\d]{1,59}\.){1,3}[a-z]{2,8}$`,
      test: /^(?=.{1,254}$)[^"@]{1,64}@(?:[^.@[]+\.)+[a-z]{2,}$/i,
    },
  ],
  [
    'idn-email',
    {
      pattern: String.raw`^[a-zé]{1,32}@(?:[a-z\d]{1,59}\.){1,3}[a-z]{2,8}$`,
      test: /^(?=.{1,254}$)[^"@]{1,32}@(?:[^.@[]+\.)+[a-z]{2,}$/iu,
    },
  ],
]);

const MAKERS: Readonly<Record<string, Maker>> = {
  date,
  time,
  'date-time': dateTime,
  duration,
  uuid,
  uri,
  url: uri,
  uuid4: uuid,
  ipvanyaddress: (random) => random.pick(formatEdges('ipvanyaddress')),
  'uri-reference': (random) => random.pick(['', '#', '/', '../', '?', 'https://a.example/']) + label(random),
  iri: (random) => `https://${label(random)}.example/${wide(random)}?${wide(random)}#${wide(random)}`,
  'iri-reference': (random) => random.pick(['', '#', '/', '../', '?', 'https://a.example/']) + wide(random),
  'uri-template': (random) => `/${label(random)}/{${label(random)}}{?${label(random)},${label(random)}*}`,
  email: (random) => `${label(random)}${random.pick(['', '+tag', '.x'])}@${label(random)}.example`,
  'idn-email': (random) => `${wide(random)}@${label(random)}.example`,
  hostname: (random) => `${label(random)}${random.pick(['', '-', '0'])}${label(random)}.example`,
  'idn-hostname': (random) => `${wide(random)}.example`,
  ipv4: (random) => [0, 0, 0, 0].map(() => random.pick([0, 1, 9, 127, 255])).join('.'),
  ipv6: (random) => random.pick(['::', '2001:db8::', 'fe80::']) + hex(random, 4),
  'json-pointer': (random) => `/${label(random)}/${random.pick(['0', 'a~1b', 'm~0n', '', 'é'])}`,
  'relative-json-pointer': (random) => `${random.below(12)}${random.pick(['', '#', `/${label(random)}`])}`,
  regex: (random) => `^${label(random)}[a-z]{${random.below(3)},}$`,
  byte: (random) => Buffer.from(hex(random, 1 + random.below(12)), 'latin1').toString('base64'),
};

/**
 * A date-time. In UTC, its date stays within the years 1 to 9999. A service that stores times in UTC can represent no
 * other year (RFC 3339 §1). The grammar allows a leap second at the end of any UTC day.
 */
function dateTime(random: Random): string {
  const [day, clock] = [date(random), time(random)];
  return `${day}T${LAST_DAYS.has(day) ? clock.replace(/[+-]\d\d:\d\d$/, 'Z') : clock}`;
}

const LAST_DAYS: ReadonlySet<string> = new Set(['0001-01-01', '9999-12-31']);

function date(random: Random): string {
  if (random.oneIn(4)) return random.pick(formatEdges('date'));
  return `${digits(random.integer(1970, 2100), 4)}-${digits(random.integer(1, 12), 2)}-${digits(random.integer(1, 28), 2)}`;
}

function time(random: Random): string {
  if (random.oneIn(4)) return random.pick(formatEdges('time'));
  const clock = [23, 59, 59].map((most) => digits(random.integer(0, most), 2)).join(':');
  return (
    clock +
    random.pick(['', '', '.5', '.250', '.999999']) +
    random.pick(['Z', 'Z', '+00:00', '+01:00', '-05:30', '+14:00'])
  );
}

/** A duration (RFC 3339, appendix A). */
function duration(random: Random): string {
  const amount = (unit: string): string => `${random.below(60)}${unit}`;
  const days = random.pick([`${amount('Y')}${amount('M')}`, amount('M'), amount('D'), '']);
  const hours =
    days === '' || random.oneIn(2) ? `T${random.pick([`${amount('H')}${amount('M')}`, amount('M'), amount('S')])}` : '';
  return random.oneIn(6) ? `P${amount('W')}` : `P${days}${hours}`;
}

function uri(random: Random): string {
  return `https://${label(random)}.example/${label(random)}?${label(random)}=${label(random)}#${label(random)}`;
}

function uuid(random: Random): string {
  return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`;
}

function label(random: Random): string {
  let text = random.pick(LETTERS);
  for (let length = random.below(6); length > 0; length -= 1) text += random.pick(LETTERS);
  return text;
}

function wide(random: Random): string {
  return label(random) + random.pick(WIDE);
}

function hex(random: Random, length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += random.below(16).toString(16);
  return text;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Letters of several scripts that internationalised domain names allow in any position (RFC 5892). */
const WIDE = ['é', 'ü', 'ñ', 'ж', 'ελ', '例', '한글'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
