import type { Json } from '../../contract/json/json.js';
import type { Violation } from '../finding.js';
import { valueRelations } from '../values/value-relation.js';
import { OMITTED } from '../values/omitted.js';

/** The two sides of a difference, and where the one that is wrong is made. */
export interface Sides {
  /** `was given as`, `came from the service as`: how the right value is introduced. */
  readonly wanted: string;
  /** `the surface sent`: who made the wrong one. */
  readonly made: string;
  /** What was made where the value is missing: `no such member`. */
  readonly nothing: string;
  /** `the body encoder of the surface`. */
  readonly place: string;
}

type Difference = Pick<Violation, 'kind' | 'expected' | 'received'>;

/** `` `/body/note` was given as null; the surface sent no such member. Pass null on in the body encoder of the surface. `` */
export function differenceRepair(name: string, difference: Difference, sides: Sides): string {
  const { kind, expected, received } = difference;
  if (kind === 'renamed')
    return `\`${name}\` has the name ${valueText(expected)}; ${sides.made} ${valueText(received)}. Keep the name in ${sides.place}.`;
  const given = expected === OMITTED ? 'was omitted' : `${sides.wanted} ${valueText(expected)}`;
  const made = received === OMITTED ? sides.nothing : valueText(received);
  const action = (ACTIONS[kind] ?? changed)(difference);
  return `\`${name}\` ${given}; ${sides.made} ${made}. ${action} in ${sides.place}.`;
}

/** What happened to the value, where that has one name. */
function changed({ expected, received }: Difference): string {
  const [relation, ...others] = valueRelations(expected, received);
  if (relation === undefined || others.length > 0) return 'Pass the value on unchanged';
  return `${relation.words.charAt(0).toUpperCase()}${relation.words.slice(1)}: pass the value on unchanged`;
}

/** What to do, by the kind of difference; any other kind is a changed value. */
const ACTIONS: Readonly<Record<string, (difference: Difference) => string>> = {
  missing: () => 'Pass it on',
  unexpected: () => 'Leave out what was not given',
  'type-changed': ({ expected, received }) => `Keep the JSON type: ${typeText(expected)}, not ${typeText(received)},`,
  'null-became-omitted': () => 'Pass null on',
  'empty-became-omitted': () => 'Test for omitted, not for empty,',
  'omitted-became-null': () => 'Leave out what was not given, and do not write null for it,',
  'null-became-value': () => 'Pass null on',
  'value-became-null': () => 'Pass the value on',
  wrapped: () => 'Take the object around it off',
  unwrapped: () => 'Keep the object around it',
  'mis-decoded': () => 'Read and write texts as UTF-8 (RFC 8259 §8.1)',
  'elements-missing': () => 'Pass every element on',
  'elements-added': () => 'Pass each element on once',
  reordered: () => 'Keep the order of the elements',
  repeated: () => 'Write it once',
};

/** Longer values are in the finding. */
const SHOWN_LENGTH = 80;

/** A value in a sentence: JSON, bounded. */
export function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}

function typeText(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
