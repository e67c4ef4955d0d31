import type { CaseInput } from '../../../../contract/case.js';
import type { Contract, SchemaSource } from '../../../../contract/contract.js';
import { sentItem, sentSchemas, withItem } from '../../../../contract/collections/envelope.js';
import { createdByPut } from '../../../../contract/documented-responses.js';
import { isValidInput } from '../../../../contract/inputs/input-violations.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { type AppliedSchema, appliedToMember } from '../../../../contract/schema/applied-schemas.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';
import { isHidden } from '../../../../surfaces/generation/schema-direction.js';
import { sameJson } from '../../../values/same-json.js';
import type { ItemChanged } from '../item-changes.js';

/** Matches words with which a description states that a PUT is a partial change. */
const PARTIAL = /\b(?:merg|partial|ke(?:ep|pt)|retain|unchanged|preserv|untouched)/i;

/** Whether the schemas of an operation accept a body. The parameters of the operation are ignored. */
export function acceptsBody(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return isValidInput(contract, { ...operation, parameters: [] }, input);
}

/** Matches words with which a summary or a description states that a PUT replaces what is stored. */
const REPLACES = /\breplac(?:e|es|ed|ing|ement)\b/i;

/**
 * Whether the body of a PUT is a whole representation. This is the case if the contract states that the PUT replaces
 * something, or if the body has at least one required member. A PUT that is described as partial is never one.
 */
export function isWhole(contract: Contract, put: ItemChanged): boolean {
  const { operation } = put;
  const { body, mediaType } = put.observation.case.input;
  const sent = sentItem(contract, operation, body);
  if (isPartial(put) || !isJsonObject(sent)) return false;
  if (REPLACES.test(`${operation.summary} ${operation.description}`)) return true;
  return Object.keys(sent).some((name) => {
    const others = Object.fromEntries(Object.entries(sent).filter(([known]) => known !== name));
    const other = withItem(contract, operation, body, others);
    return !acceptsBody(contract, operation, { body: other, ...(mediaType !== undefined && { mediaType }) });
  });
}

/**
 * Whether the body of a PUT is a whole representation of the content at its path. If the PUT can also create the
 * content, the body need not have a required member: the same body could create the content.
 */
export function isWholeContent(contract: Contract, put: ItemChanged): boolean {
  return isWhole(contract, put) || (createdByPut(put.operation) !== undefined && !isPartial(put));
}

function isPartial({ operation: { summary, description }, observation }: ItemChanged): boolean {
  return PARTIAL.test(`${observation.case.input.mediaType ?? ''} ${summary} ${description}`);
}

/** The names that lead to a member: of the item, or of an object in the item. */
export type MemberNames = readonly string[];

/** The maximum number of names that lead to a member. Members of objects that are deeper are not compared. */
const MOST_DEPTH = 4;

/**
 * Members of the earlier value that a PUT omits, although the schemas of the PUT and of the read describe them: members
 * of the item first, then members of the objects that the PUT sends. A schema may describe a member by its name, by a
 * pattern, or as a key of a map.
 */
export function omittedMembers(
  contract: Contract,
  put: Operation,
  bodies: Bodies,
  read: SchemaUri,
): readonly MemberNames[] {
  return omittedIn(new StatedMembers(contract.schemas, sentSchemas(contract, put), [read]), bodies, 1);
}

function omittedIn(stated: StatedMembers, bodies: Bodies, depth: number): readonly MemberNames[] {
  const omitted = Object.keys(bodies.earlier).filter((name) => stated.isOmitted(bodies, name));
  const below = depth === MOST_DEPTH ? [] : Object.keys(bodies.sent);
  return [
    ...omitted.map((name) => [name]),
    ...below.flatMap((outer) => {
      const [earlier, sent, value] = [bodies.earlier, bodies.sent, bodies.value].map((each) => ownValue(each, outer));
      const inner = stated.below(outer);
      if (!isJsonObject(earlier) || !isJsonObject(sent) || !isJsonObject(value) || inner === undefined) return [];
      return omittedIn(inner, { earlier, sent, value }, depth + 1).map((names) => [outer, ...names]);
    }),
  ];
}

/** An object before a PUT, the object that the PUT sends, and the object that a read after the PUT returns. */
interface Bodies {
  readonly earlier: JsonObject;
  readonly sent: JsonObject;
  readonly value: JsonObject;
}

/** What the schema of a PUT, and the schema of a later read, state about the members of one object. */
class StatedMembers {
  readonly #given: readonly AppliedSchema[];
  readonly #returned: readonly AppliedSchema[];

  constructor(
    private readonly schemas: SchemaSource,
    given: readonly SchemaUri[],
    returned: readonly SchemaUri[],
  ) {
    this.#given = this.#inPlace(given);
    this.#returned = this.#inPlace(returned);
  }

  #inPlace(roots: readonly SchemaUri[]): readonly AppliedSchema[] {
    return roots.flatMap((root) => [...schemasInPlace(this.schemas, root)].map(([uri, schema]) => ({ uri, schema })));
  }

  /** The schemas of a member in the body of the PUT, and in the reply of the read. */
  of(name: string): { readonly given: readonly SchemaUri[]; readonly returned: readonly SchemaUri[] } {
    return {
      given: appliedToMember(this.schemas, this.#given, name),
      returned: appliedToMember(this.schemas, this.#returned, name),
    };
  }

  /**
   * What the schemas state about the members of the object in the member `name`. `undefined` if a PUT may keep this
   * object.
   */
  below(name: string): StatedMembers | undefined {
    const { given, returned } = this.of(name);
    const mayKeep = [...given, ...returned].some((uri) => isExempt(this.schemas, uri, undefined));
    return mayKeep ? undefined : new StatedMembers(this.schemas, given, returned);
  }

  isOmitted({ earlier, sent, value }: Bodies, name: string): boolean {
    const { schemas } = this;
    const { given, returned } = this.of(name);
    const stated = [...given, ...returned];
    return (
      !Object.hasOwn(sent, name) &&
      given.length > 0 &&
      returned.length > 0 &&
      ownValue(earlier, name) !== null &&
      !stated.some((uri) => isHidden(schemas, uri, 'input') || isHidden(schemas, uri, 'output')) &&
      !stated.some((uri) => isExempt(schemas, uri, ownValue(value, name)))
    );
  }
}

/**
 * Whether a PUT that omits a member may keep its value: the value is the default, or the description of the member
 * states that the value is kept.
 */
function isExempt(schemas: SchemaSource, uri: SchemaUri, value: Json | undefined): boolean {
  return [...schemasInPlace(schemas, uri).values()].some((schema) => {
    const [preset, description] = [ownValue(schema, 'default'), ownValue(schema, 'description')];
    const isDefault = preset !== undefined && value !== undefined && sameJson(preset, value);
    return isDefault || (typeof description === 'string' && PARTIAL.test(description));
  });
}

/**
 * Whether a PUT changed any member as requested. If it changed none, a different rule reports that the PUT stores
 * nothing.
 */
export function hasStored(sent: JsonObject, before: Json | undefined, after: JsonObject): boolean {
  return Object.entries(sent).some(([name, to]) => {
    const [earlier, later] = [ownValue(before, name), ownValue(after, name)];
    const isInside = isJsonObject(to) && isJsonObject(later) && hasStored(to, earlier, later);
    return isInside || (sameJson(later, to) && !sameJson(earlier, to));
  });
}
