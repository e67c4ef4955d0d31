import type { Json } from '../../contract/json/json.js';
import type { Violation } from '../finding.js';
import { valueRelations } from '../values/value-relation.js';
import { OMITTED } from '../values/omitted.js';

/**
 * The phrases from which the repair of a difference is made: about the expected value, the received value, and the code
 * to change.
 */
export interface RepairSides {
  /** The phrase before the expected value, such as `was given as` or `came from the service as`. */
  readonly wanted: string;
  /** The phrase before the received value, such as `the surface sent`. */
  readonly made: string;
  /** What was received if there is no received value, such as `no such member`. */
  readonly nothing: string;
  /** The code that must be changed, such as `the body encoder of the surface`. */
  readonly place: string;
}

type Difference = Pick<Violation, 'kind' | 'expected' | 'received'>;

/**
 * The repair of a difference, in words. Example: "`/body/note` was given as null; the surface sent no such member. Pass
 * null on in the body encoder of the surface."
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

/** What to do about a changed value. If exactly one transformation explains the change, the text names it. */
function changed({ expected, received }: Difference): string {
  const [relation, ...others] = valueRelations(expected, received);
  if (relation === undefined || others.length > 0) return 'Pass the value on unchanged';
  return `${relation.words.charAt(0).toUpperCase()}${relation.words.slice(1)}: pass the value on unchanged`;
}

/** For each kind of difference: what to do about it, as an imperative. Any other kind is treated as a changed value. */
const ACTIONS: Readonly<Record<string, (difference: Difference) => string>> = {
  missing: () => 'Pass the value on',
  unexpected: () => 'Omit the value if it was not given',
  'type-changed': ({ expected, received }) => `Keep the JSON type: ${typeText(expected)}, not ${typeText(received)},`,
  'null-became-omitted': () => 'Pass null on',
  'empty-became-omitted': () => 'Test whether the value was omitted, not whether it is empty,',
  'omitted-became-null': () => 'Omit the value if it was not given, instead of writing null,',
  'null-became-value': () => 'Pass null on',
  'value-became-null': () => 'Pass the value on',
  wrapped: () => 'Remove the object around the value',
  unwrapped: () => 'Keep the object around the value',
  'mis-decoded': () => 'Read and write texts as UTF-8 (RFC 8259 §8.1)',
  'elements-missing': () => 'Pass every element on',
  'elements-added': () => 'Pass each element on once',
  reordered: () => 'Keep the order of the elements',
  'list-as-text': () => 'Write one field for each element, and none for an empty list,',
  repeated: () => 'Write it once',
};

/** The maximum length of a shown value. Longer values are shortened; the finding contains them. */
const SHOWN_LENGTH = 80;

/** A value as JSON for use in a sentence. Long values are shortened. */
export function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}

function typeText(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
