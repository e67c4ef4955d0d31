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

/** Matches words with which a description states that a PUT changes only the sent members. */
const PARTIAL = /\b(?:merg|partial|ke(?:ep|pt)|retain|unchanged|preserv|untouched)/i;

/** Whether a request body is valid. The parameters of the operation are not checked. */
export function acceptsBody(contract: Contract, operation: Operation, input: CaseInput): boolean {
  return isValidInput(contract, { ...operation, parameters: [] }, input);
}

/** Matches words with which a summary or a description states that a PUT replaces what is stored. */
const REPLACES = /\breplac(?:e|es|ed|ing|ement)\b/i;

/**
 * Whether a PUT sends a whole item, so that omitted members must be removed. The result is true if the contract states
 * that the PUT replaces the item, or if the schema requires at least one of the sent members. It is false if the
 * description of the PUT states that it changes only the sent members.
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
 * Whether a PUT sends the whole content of its path, so that omitted members must be removed. If the PUT can also
 * create this content, its schema need not require any member: the same body can create the content.
 */
export function isWholeContent(contract: Contract, put: ItemChanged): boolean {
  return isWhole(contract, put) || (createdByPut(put.operation) !== undefined && !isPartial(put));
}

function isPartial({ operation: { summary, description }, observation }: ItemChanged): boolean {
  return PARTIAL.test(`${observation.case.input.mediaType ?? ''} ${summary} ${description}`);
}

/** The names that lead from the item to a member: `['size', 'width']` for the member `width` of the object `size`. */
export type MemberNames = readonly string[];

/** The maximum number of names that lead to a member. Deeper members are not compared. */
const MOST_DEPTH = 4;

/**
 * The members that an item had before a PUT, and that the PUT omits although its schema and that of the read describe
 * them. Members of the item come first, then members of the objects in it that the PUT sends. A schema may describe a
 * member by its name, by a pattern, or as a key of a map.
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

/** One object at three times: before the PUT, in the body of the PUT, and in a read after the PUT. */
interface Bodies {
  readonly earlier: JsonObject;
  readonly sent: JsonObject;
  readonly value: JsonObject;
}

/** What the schema of a PUT and the schema of a later read state about the members of one object. */
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

  /** The schemas of a member: in the body of the PUT (`given`), and in the reply to the read (`returned`). */
  of(name: string): { readonly given: readonly SchemaUri[]; readonly returned: readonly SchemaUri[] } {
    return {
      given: appliedToMember(this.schemas, this.#given, name),
      returned: appliedToMember(this.schemas, this.#returned, name),
    };
  }

  /**
   * What the two schemas state about the members of the object in the member `name`. `undefined` if a PUT may leave
   * this object as it is.
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
 * Whether a member may keep its value although a PUT omits it: the value is the default, or the description of the
 * member states that the value is kept.
 */
function isExempt(schemas: SchemaSource, uri: SchemaUri, value: Json | undefined): boolean {
  return [...schemasInPlace(schemas, uri).values()].some((schema) => {
    const [preset, description] = [ownValue(schema, 'default'), ownValue(schema, 'description')];
    const isDefault = preset !== undefined && value !== undefined && sameJson(preset, value);
    return isDefault || (typeof description === 'string' && PARTIAL.test(description));
  });
}

/**
 * Whether a PUT changed at least one member as requested. If it changed none, a different rule reports that the PUT
 * stores nothing.
 */
export function hasStored(sent: JsonObject, before: Json | undefined, after: JsonObject): boolean {
  return Object.entries(sent).some(([name, to]) => {
    const [earlier, later] = [ownValue(before, name), ownValue(after, name)];
    const isInside = isJsonObject(to) && isJsonObject(later) && hasStored(to, earlier, later);
    return isInside || (sameJson(later, to) && !sameJson(earlier, to));
  });
}
