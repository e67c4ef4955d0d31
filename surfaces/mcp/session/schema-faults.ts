import type { ContractFault } from '../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { lastToken, valueAt } from '../../../contract/json/json-pointer.js';
import { SingleSchema } from '../../../contract/schema/judging/single-schema.js';
import type { InventoryEntry, SchemaFault } from '../../driver.js';

/**
 * The limit for the schemas of one server, in characters of JSON. Once the schemas together exceed it, the rest is not
 * checked.
 */
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** The maximum number of faults that are listed for one schema. */
const MOST_FAULTS = 20;
const MOST_TEXT = 200;

/**
 * Returns a function that lists the faults of a tool's schemas. Use one such function for all tools of a server,
 * because they share a limit.
 */
export function schemaFaults(): (tool: Json) => Pick<InventoryEntry, 'schemaFaults'> {
  let characters = 0;
  const faultsOf = (tool: Json, of: SchemaFault['of']): readonly SchemaFault[] => {
    const schema = ownValue(tool, of);
    if (!isJsonObject(schema)) return [];
    try {
      characters += JSON.stringify(schema).length;
      return characters > MOST_CHARACTERS ? [] : faultsIn(schema, of);
    } catch (error) {
      // The schema is nested so deeply that the search overflowed the call stack.
      if (error instanceof RangeError) return [];
      throw error;
    }
  };
  return (tool) => {
    const faults = [...faultsOf(tool, 'inputSchema'), ...faultsOf(tool, 'outputSchema')];
    return faults.length === 0 ? {} : { schemaFaults: faults };
  };
}

/** The dialects of JSON Schema that can be checked. A schema of a different dialect is not checked. */
const KNOWN = /^https?:\/\/json-schema\.org\/(?:draft-0[467]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/**
 * The faults of one schema. A schema without `$schema` has the dialect 2020-12 (MCP 2025-11-25, Tools). If such a
 * schema is valid in draft-07, it also has no faults, because earlier revisions of MCP did not name a dialect.
 */
function faultsIn(schema: JsonObject, of: SchemaFault['of']): readonly SchemaFault[] {
  const dialect = ownValue(schema, '$schema');
  if (dialect !== undefined && !(typeof dialect === 'string' && KNOWN.test(dialect))) return [];
  const faults = read(schema, new SingleSchema(schema), of);
  if (faults.length === 0 || dialect !== undefined) return faults;
  return read(schema, new SingleSchema(schema, { dialect: 'draft-07' }), of).length === 0 ? [] : faults;
}

function read(schema: JsonObject, single: SingleSchema, of: SchemaFault['of']): readonly SchemaFault[] {
  const faults = single.faults().flatMap((fault) => {
    const kind = kindOf(fault, schema);
    if (kind === undefined) return [];
    const { pointer } = fault.location;
    const value = kind === 'pattern' ? patternAt(schema, pointer) : valueAt(schema, pointer);
    return [{ of, kind, pointer, text: textOf(value).slice(0, MOST_TEXT) }];
  });
  return faults.slice(0, MOST_FAULTS);
}

/**
 * The kind of a fault in the schema of a tool. `undefined` if some clients may be able to compile the schema in spite
 * of the fault.
 */
function kindOf({ code, location }: ContractFault, schema: JsonObject): SchemaFault['kind'] | undefined {
  const value = valueAt(schema, location.pointer);
  switch (code) {
    case 'reference-dangling':
    case 'reference-malformed':
      return 'reference';
    case 'reference-remote':
      return isRelative(value, schema) ? 'reference' : undefined;
    case 'schema-malformed':
      return lastToken(location.pointer) === '$ref' && typeof value === 'string' ? 'reference' : 'malformed';
    case 'schema-pattern':
      return compiles(patternAt(schema, location.pointer)) ? undefined : 'pattern';
    case 'schema-endless':
      return 'endless';
    default:
      return undefined;
  }
}

/**
 * True if a reference names another document by a relative URI. The schema of a tool has no URL of its own, so no
 * client can find that document. A document at an absolute URL may be known to a client.
 */
function isRelative(reference: Json | undefined, schema: JsonObject): boolean {
  return (
    typeof reference === 'string' &&
    !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(reference) &&
    !JSON.stringify(schema).includes('"$id":')
  );
}

/** The pattern at a place: the value of `pattern`, or a name in `patternProperties`. */
function patternAt(schema: JsonObject, pointer: string): string {
  const value = valueAt(schema, pointer);
  return typeof value === 'string' ? value : lastToken(pointer);
}

/**
 * True if a JavaScript engine can compile the pattern, with or without the `u` flag. This project's own limits for
 * patterns do not apply, because clients do not have them. The pattern is never matched against a text.
 */
function compiles(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      // oxlint-disable-next-line no-restricted-globals, no-new
      new RegExp(pattern, flags);
      return true;
    } catch {
      return false;
    }
  });
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
