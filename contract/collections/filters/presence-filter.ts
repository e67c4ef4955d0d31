import type { SchemaSource } from '../../contract.js';
import type { Parameter, SchemaUri } from '../../operation.js';
import { nameIn } from '../../plain-name.js';
import { schemaTypes } from '../../wire/decode-value.js';

/** A boolean parameter that selects the elements with or without a value in a member. */
export interface PresenceFilter {
  /** Name of the member. */
  readonly name: string;
  readonly parameter: string;
  readonly values: readonly [true, false];
  readonly isPresence: true;
}

/** Matches the names of such parameters: `exists[category]`, as in Hydra, and `has_image`. */
const NAMED = /^(?:exists\[([^\][]+)\]|has[-_]?([A-Za-z]\w*))$/;
/**
 * Matches descriptions of a selection by both values. A parameter `has_image` could also choose the members of the
 * elements, or select nothing if it is false.
 */
const SELECTS = /\b(?:with|has|have|having)\b.*\b(?:without|none|no)\b/i;

/** Matches descriptions of a parameter that, if it is false, selects nothing or all elements. */
const SELECTS_ONE =
  /\bwith and without\b|\bno (?:effect|filter\w*|restriction|difference|influence)\b|\b(?:all|an?y|both|also|too|includ\w*|regardless|ignored)\b/i;
/** Matches descriptions of a selection by what the member has: "with a published image". */
const NARROWED =
  /\b(?:active|current|valid|published|public|visible|open|expired|approved|verified|own|future|upcoming|past)\b/i;

/**
 * The filter of a boolean parameter by the presence of a member. The member must permit null, and the elements must have
 * no member with the name of the parameter.
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
