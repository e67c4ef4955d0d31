import type { SchemaSource } from '../../contract.js';
import type { Parameter, SchemaUri } from '../../operation.js';
import { nameIn } from '../../plain-name.js';
import { schemaTypes } from '../../wire/decode-value.js';

/**
 * A boolean parameter that selects elements by whether a member has a value. `true` selects elements with a value, and
 * `false` elements without one.
 */
export interface PresenceFilter {
  /** Name of the member whose presence is tested. */
  readonly name: string;
  readonly parameter: string;
  readonly values: readonly [true, false];
  readonly isPresence: true;
}

/**
 * Matches names of parameters that select elements by whether a member has a value: `exists[category]` (as in Hydra)
 * and `has_image`.
 */
const NAMED = /^(?:exists\[([^\][]+)\]|has[-_]?([A-Za-z]\w*))$/;
/**
 * Matches descriptions which state that `true` and `false` both select: "with or without an image". Without such a
 * description, `has_image` may mean something else: it may add members to the elements, or have no effect if it is
 * false.
 */
const SELECTS = /\b(?:with|has|have|having)\b.*\b(?:without|none|no)\b/i;

/**
 * Matches descriptions which state that only one value of the parameter selects elements. The other value has no
 * effect, or selects all elements.
 */
const SELECTS_ONE =
  /\bwith and without\b|\bno (?:effect|filter\w*|restriction|difference|influence)\b|\b(?:all|an?y|both|also|too|includ\w*|regardless|ignored)\b/i;
/** Matches descriptions of a selection that needs more than a value in the member: "with a published image". */
const NARROWED =
  /\b(?:active|current|valid|published|public|visible|open|expired|approved|verified|own|future|upcoming|past)\b/i;

/**
 * The filter of a boolean parameter that selects elements by whether a member has a value. The member must permit null,
 * and the elements must have no member with the name of the parameter.
 */
export function presenceFilter(
  schemas: SchemaSource,
  { name: parameter, description, schema }: Pick<Parameter, 'name' | 'description' | 'schema'>,
  members: ReadonlyMap<string, readonly SchemaUri[]>,
): readonly PresenceFilter[] {
  const [, inBrackets, afterHas = ''] = NAMED.exec(parameter) ?? [];
  const name = nameIn(members.keys(), inBrackets ?? afterHas);
  const types = members.get(name)?.flatMap((uri) => [...schemaTypes(schemas, uri)]) ?? [];
  const isBoolean = [...schemaTypes(schemas, schema)].join() === 'boolean';
  const isStated = inBrackets !== undefined || isSelection(description);
  const isOwn = members.has(nameIn(members.keys(), parameter)) || types.includes('boolean');
  return isBoolean && isStated && !isOwn && types.includes('null')
    ? [{ name, parameter, values: [true, false], isPresence: true }]
    : [];
}

function isSelection(description: string): boolean {
  return SELECTS.test(description) && !SELECTS_ONE.test(description) && !NARROWED.test(description);
}
