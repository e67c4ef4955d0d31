import type { Random } from './random.js';

/** Makes a text of a JSON Schema format (Validation §7.3), edges included; `undefined` for a format without a source. */
export function formatSource(format: string): ((random: Random) => string) | undefined {
  return Object.hasOwn(SOURCES, format) ? SOURCES[format] : undefined;
}

const SOURCES: Readonly<Record<string, (random: Random) => string>> = {
  date,
  time,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`,
  uri: (random) => `https://${label(random)}.example/${label(random)}?${label(random)}=${label(random)}#${label(random)}`,
  'uri-reference': (random) => random.pick(['', '#', `/${label(random)}`, `../${label(random)}`, `?${label(random)}`, `https://${label(random)}.example/`]),
  email: (random) => `${label(random)}${random.pick(['', '+tag', '.x'])}@${label(random)}.example`,
  hostname: (random) => `${label(random)}.example`,
  ipv4: (random) => [0, 0, 0, 0].map(() => random.pick([0, 1, 9, 127, 255])).join('.'),
  ipv6: (random) => random.pick(['::', '::1', `2001:db8::${hex(random, 4)}`, `fe80::${hex(random, 4)}`, '::ffff:192.0.2.1']),
};

const LEAP_YEARS = [1972, 2000, 2024, 2096];

function date(random: Random): string {
  if (random.oneIn(8)) return `${random.pick(LEAP_YEARS)}-02-29`;
  if (random.oneIn(8)) return random.pick(['0001-01-01', '1970-01-01', '1999-12-31', '2038-01-19', '9999-12-31']);
  return `${digits(random.integer(1970, 2100), 4)}-${digits(random.integer(1, 12), 2)}-${digits(random.integer(1, 28), 2)}`;
}

/** RFC 3339 §5.6, without leap seconds: most clocks cannot hold them. */
function time(random: Random): string {
  const clock = random.oneIn(4) ? random.pick(['00:00:00', '23:59:59']) : [23, 59, 59].map((most) => digits(random.integer(0, most), 2)).join(':');
  return clock + random.pick(['', '', '.5', '.250', '.999999']) + random.pick(['Z', 'Z', '+00:00', '-00:00', '+01:00', '-05:30', '+14:00']);
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
