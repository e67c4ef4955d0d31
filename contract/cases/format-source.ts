import type { Random } from './random.js';

/** Makes texts of one format, most of them ordinary. */
export interface FormatSource {
  any(random: Random): string;
  /** An ordinary text, then those that implementations of the format differ on. */
  readonly edges: readonly string[];
}

/** Texts of a JSON Schema format (Validation §7.3); `undefined` for a format without a source. */
export function formatSource(format: string): FormatSource | undefined {
  return Object.hasOwn(SOURCES, format) ? SOURCES[format] : undefined;
}

const DATES = ['2026-01-31', '2024-02-29', '1970-01-01', '2038-01-19', '1999-12-31', '9999-12-31', '0001-01-01'];
/** RFC 3339 §5.6, without leap seconds: most clocks cannot hold them. */
const TIMES = ['12:30:00Z', '00:00:00+00:00', '23:59:59.999999Z', '06:15:30.250-05:30', '23:59:59+14:00', '00:00:00-00:00'];

const SOURCES: Readonly<Record<string, FormatSource>> = {
  date: { any: date, edges: DATES },
  time: { any: time, edges: TIMES },
  'date-time': {
    any: (random) => `${date(random)}T${time(random)}`,
    edges: DATES.map((day, index) => `${day}T${TIMES[index % TIMES.length] ?? ''}`),
  },
  uuid: {
    any: uuid,
    edges: ['123e4567-e89b-42d3-a456-426614174000', '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  },
  uri: {
    any: (random) => `https://${label(random)}.example/${label(random)}?${label(random)}=${label(random)}#${label(random)}`,
    edges: ['https://a.example/', 'urn:a:b', 'mailto:a@b.example', 'http://[::1]:8080/%2F?a=b&c#d', 'http://a.example'],
  },
  'uri-reference': {
    any: (random) => random.pick(['', '#', '/', '../', '?', 'https://a.example/']) + label(random),
    edges: ['/a', '', '#', '?', '../a', '//a.example', 'https://a.example/'],
  },
  email: {
    any: (random) => `${label(random)}${random.pick(['', '+tag', '.x'])}@${label(random)}.example`,
    edges: ['a@b.example', 'a+b@c.example', "o'c@d.example"],
  },
  hostname: { any: (random) => `${label(random)}.example`, edges: ['a.example', 'a', 'a-b.example', 'xn--bcher-kva.example'] },
  ipv4: {
    any: (random) => [0, 0, 0, 0].map(() => random.pick([0, 1, 9, 127, 255])).join('.'),
    edges: ['127.0.0.1', '0.0.0.0', '255.255.255.255'],
  },
  ipv6: {
    any: (random) => random.pick(['::', '2001:db8::', 'fe80::']) + hex(random, 4),
    edges: ['::1', '::', '2001:db8::a', '::ffff:192.0.2.1'],
  },
};

function date(random: Random): string {
  if (random.oneIn(4)) return random.pick(DATES);
  return `${digits(random.integer(1970, 2100), 4)}-${digits(random.integer(1, 12), 2)}-${digits(random.integer(1, 28), 2)}`;
}

function time(random: Random): string {
  if (random.oneIn(4)) return random.pick(TIMES);
  const clock = [23, 59, 59].map((most) => digits(random.integer(0, most), 2)).join(':');
  return clock + random.pick(['', '', '.5', '.250', '.999999']) + random.pick(['Z', 'Z', '+00:00', '+01:00', '-05:30', '+14:00']);
}

function uuid(random: Random): string {
  return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`;
}

function label(random: Random): string {
  let text = random.pick(LETTERS);
  for (let length = random.below(6); length > 0; length -= 1) text += random.pick(LETTERS);
  return text;
}

function hex(random: Random, length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += random.below(16).toString(16);
  return text;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
