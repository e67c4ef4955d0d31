import type { Json } from '../../contract/json/json.js';
import type { Violation } from '../finding.js';
import { valueRelations } from '../values/value-relation.js';
import { OMITTED } from '../values/omitted.js';

/** Phrases for the two sides of a difference, and the code that produces the wrong side. */
export interface RepairSides {
  /** The phrase before the right value: `was given as`, `came from the service as`. */
  readonly wanted: string;
  /** Introduces the wrong value: `the surface sent`. */
  readonly made: string;
  /** The phrase if there is no wrong value: `no such member`. */
  readonly nothing: string;
  /** The code to change: `the body encoder of the surface`. */
  readonly place: string;
}

type Difference = Pick<Violation, 'kind' | 'expected' | 'received'>;

/**
 * The repair of a difference: ``"`/body/note` was given as null; the surface sent no such member. Pass null on in the
 * body encoder of the surface."``
 */
export function differenceRepair(name: string, difference: Difference, sides: RepairSides): string {
  const { kind, expected, received } = difference;
  if (kind === 'renamed')
    return `\`${name}\` has the name ${valueText(expected)}; ${sides.made} ${valueText(received)}. Keep the name in ${sides.place}.`;
  const given = expected === OMITTED ? 'was omitted' : `${sides.wanted} ${valueText(expected)}`;
  const made = received === OMITTED ? sides.nothing : valueText(received);
  const action = (ACTIONS[kind] ?? changed)(difference);
  return `\`${name}\` ${given}; ${sides.made} ${made}. ${action} in ${sides.place}.`;
}

/**
 * The words for how the received value was made from the expected value, if exactly one relation between them is known.
 */
function changed({ expected, received }: Difference): string {
  const [relation, ...others] = valueRelations(expected, received);
  if (relation === undefined || others.length > 0) return 'Pass the value on unchanged';
  return `${relation.words.charAt(0).toUpperCase()}${relation.words.slice(1)}: pass the value on unchanged`;
}

/** The action by kind of difference. Other kinds are treated as changed values. */
const ACTIONS: Readonly<Record<string, (difference: Difference) => string>> = {
  missing: () => 'Pass it on',
  unexpected: () => 'Leave it out if it was not given',
  'type-changed': ({ expected, received }) => `Keep the JSON type: ${typeText(expected)}, not ${typeText(received)},`,
  'null-became-omitted': () => 'Pass null on',
  'empty-became-omitted': () => 'Test whether the value was omitted, not whether it is empty,',
  'omitted-became-null': () => 'Leave it out if it was not given, instead of writing null,',
  'null-became-value': () => 'Pass null on',
  'value-became-null': () => 'Pass the value on',
  wrapped: () => 'Remove the object around it',
  unwrapped: () => 'Keep the object around it',
  'mis-decoded': () => 'Read and write texts as UTF-8 (RFC 8259 §8.1)',
  'elements-missing': () => 'Pass every element on',
  'elements-added': () => 'Pass each element on once',
  reordered: () => 'Keep the order of the elements',
  'list-as-text': () => 'Write one field for each element, and none for an empty list,',
  repeated: () => 'Write it once',
};

/** The maximum length of a shown value. Longer values are shortened; the finding contains them. */
const SHOWN_LENGTH = 80;

/** A value as JSON of bounded length, for a sentence. */
export function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}

function typeText(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
