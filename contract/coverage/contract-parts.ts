import { givenArguments, operationArguments } from '../arguments.js';
import { canonicalJson } from '../json/canonical-json.js';
import { type Case, ISSUED } from '../case.js';
import { argumentPointer, argumentSchema } from '../inputs/input-violations.js';
import type { Contract } from '../contract.js';
import { type Json, isJsonObject } from '../json/json.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { Operation } from '../operation.js';
import { essence } from '../wire/message.js';
import { type Covered, everyKind } from './covered.js';
import { type CoveredSchema, CoveredSchemas, type ValueType } from './covered-schema.js';

const MAX_DEPTH = 32;

/** One part of a contract, such as an operation or a keyword, by its kind and its name. */
export type Part = readonly [kind: Covered, name: string];

/**
 * The parts of a contract, and the parts that a case and its reply reach. The kinds of parts are:
 * - operations, parameters and documented statuses;
 * - `contents`: media types of bodies that were sent or received;
 * - `keywords`: keywords of request schemas that were applied to a valid value;
 * - `broken`: keywords of request schemas that an invalid value violated;
 * - `members`: values of enumerations; `branches`: alternatives of `anyOf` and `oneOf`.
 */
export class ContractParts {
  readonly #contract: Contract;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #schemas: CoveredSchemas;
  /** The names of all parts of the contract, by kind of part, in the order of the contract. */
  readonly all: Readonly<Record<Covered, ReadonlySet<string>>>;
  readonly #all = everyKind(() => new Set<string>());

  constructor(contract: Contract, operations: readonly Operation[]) {
    this.#contract = contract;
    this.#operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.#schemas = new CoveredSchemas(contract.schemas);
    this.all = this.#all;
    for (const operation of operations) this.#addOperation(operation);
    for (const schema of this.#schemas.all()) this.#addSchema(schema);
    for (const operation of operations) this.#ignoreTextTypes(operation);
  }

  /**
   * The parts that the input of a case reaches. The time is linear in the size of the input. `undecided`: the reply did
   * not show whether the service validates the input. The keyword that the input violates then does not count as
   * reached.
   */
  ofCase(run: Case, undecided = false): readonly Part[] {
    const operation = this.#operations.get(run.operation);
    if (operation === undefined) return [];
    const reached: Part[] = [['operations', operation.id]];
    const { expect, input } = run;
    for (const [argument, value] of givenArguments(operation, input)) {
      reached.push(['parameters', `${operation.id} ${argumentPointer(argument)}`]);
      const schema = argumentSchema(operation, argument, input.mediaType);
      const isValid = expect.kind !== 'rejected' || expect.keyword === ISSUED;
      if (schema !== undefined && isValid) this.#reach(this.#schemas.at(schema), value, 0, reached);
    }
    if (expect.kind === 'rejected' && !undecided)
      reached.push(...this.#broken(operation, run, expect.keyword, expect.pointer));
    return reached;
  }

  /** The part that a request reaches if its body is sent: the media type of the body. */
  ofRequest({ operation: id, input }: Case): readonly Part[] {
    const operation = this.#operations.get(id);
    const mediaType = input.mediaType ?? operation?.requestBody?.content[0]?.mediaType;
    if (input.body === undefined || mediaType === undefined) return [];
    return [['contents', requestContent(id, mediaType)]];
  }

  /** The parts that a reply to the operation reaches: its status, and the media type of its body. */
  ofReply(id: string, status: number, mediaType: string | undefined): readonly Part[] {
    const operation = this.#operations.get(id);
    const documented = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    const found = documented.find((wanted) => operation?.responses.some((response) => response.status === wanted));
    if (found === undefined) return [];
    return [
      ['statuses', `${id} ${found}`],
      ['contents', replyContent(id, found, essence(mediaType))],
    ];
  }

  #addOperation(operation: Operation): void {
    this.#all.operations.add(operation.id);
    for (const { status, content } of operation.responses) {
      this.#all.statuses.add(`${operation.id} ${status}`);
      // Ranges such as `image/*` are excluded, because no reply has a range as its media type.
      const types = content.map(({ mediaType }) => essence(mediaType)).filter((type) => !type.includes('*'));
      // If an error status has only one media type, the media type is not a separate part.
      if (types.length > 1 || status.startsWith('2'))
        for (const type of types) this.#all.contents.add(replyContent(operation.id, status, type));
    }
    for (const { mediaType } of operation.requestBody?.content ?? [])
      this.#all.contents.add(requestContent(operation.id, mediaType));
    for (const argument of operationArguments(operation)) {
      this.#all.parameters.add(`${operation.id} ${argumentPointer(argument)}`);
      const contents = argument.parameter === undefined ? (operation.requestBody?.content ?? []) : [argument.parameter];
      for (const { schema } of contents) if (schema !== undefined) this.#schemas.at(schema);
    }
  }

  /**
   * Removes parts that no request can reach, because every parameter is sent as text. A text never violates `type:
   * string`, and null cannot be sent, so alternatives for null in parameters are also removed.
   */
  #ignoreTextTypes(operation: Operation): void {
    for (const parameter of operation.parameters) {
      if (parameter.contentType !== undefined) continue;
      for (const { uri, keywords } of inPlace(this.#schemas.at(parameter.schema))) {
        const stated = this.#contract.schemas.at(uri);
        if (isJsonObject(stated) && stated['type'] === 'null' && uri.includes('/parameters/')) {
          this.#all.branches.delete(uri);
          for (const { address } of keywords)
            for (const kind of ['keywords', 'broken'] as const) this.#all[kind].delete(address);
        }
        if (!isJsonObject(stated) || stated['type'] !== 'string') continue;
        for (const { keyword, address } of keywords) if (keyword === 'type') this.#all.broken.delete(address);
      }
    }
  }

  #addSchema(schema: CoveredSchema): void {
    for (const { address, breakable } of schema.keywords) {
      this.#all.keywords.add(address);
      if (breakable) this.#all.broken.add(address);
    }
    for (const address of schema.members.values()) this.#all.members.add(address);
    for (const { when, counts } of schema.branches) if (counts) this.#all.branches.add(when);
  }

  /** Adds to `reached` the keywords, enumeration values and branches that a valid value reaches. */
  #reach(schema: CoveredSchema, value: Json, depth: number, reached: Part[]): void {
    if (depth > MAX_DEPTH) return;
    const type = typeOf(value);
    for (const keyword of schema.keywords)
      if (keyword.type === undefined || keyword.type === type) reached.push(['keywords', keyword.address]);
    const enumerated = schema.members.size > 0 ? schema.members.get(canonicalJson(value)) : undefined;
    if (enumerated !== undefined) reached.push(['members', enumerated]);
    for (const part of schema.always) this.#reach(part, value, depth + 1, reached);
    for (const { when, schema: branch, counts } of schema.branches) {
      if (!this.#contract.schemas.accepts(when, value)) continue;
      if (counts) reached.push(['branches', when]);
      this.#reach(branch, value, depth + 1, reached);
    }
    if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries()) {
        const part = schema.prefixItems[index] ?? schema.items;
        if (part !== undefined) this.#reach(part, item, depth + 1, reached);
      }
    } else if (isJsonObject(value) && (schema.properties.size > 0 || schema.additional !== undefined)) {
      for (const [name, member] of Object.entries(value)) {
        const part = schema.properties.get(name) ?? schema.additional;
        if (part !== undefined) this.#reach(part, member, depth + 1, reached);
      }
    }
  }

  /**
   * The keyword that an invalid value violates. It is searched in the schemas at `pointer`, and then in the schemas of
   * the enclosing object, because the member at `pointer` may be missing or not allowed. If none of these schemas has
   * the keyword, the name of a member violates it, and `propertyNames` is returned.
   */
  #broken(operation: Operation, { input }: Case, keyword: string, pointer: string): readonly Part[] {
    const argument = operationArguments(operation).find((candidate) => within(argumentPointer(candidate), pointer));
    if (argument === undefined) return [];
    const uri = argumentSchema(operation, argument, input.mediaType);
    if (uri === undefined) return [];
    const tokens = pointerTokens(pointer.slice(argumentPointer(argument).length));
    let schemas = [this.#schemas.at(uri)];
    let above: readonly CoveredSchema[] = [];
    for (const token of tokens) {
      above = schemas;
      schemas = above.flatMap(inPlace).flatMap((schema) => partsAt(schema, token));
    }
    const stated = (at: readonly CoveredSchema[], wanted: string): readonly Part[] =>
      at
        .flatMap(inPlace)
        .flatMap((schema) => schema.keywords.filter((covered) => covered.keyword === wanted))
        .map(({ address }) => ['broken', address]);
    const own = stated([...schemas, ...above], keyword);
    return own.length > 0 ? own : stated(schemas, 'propertyNames');
  }
}

function requestContent(id: string, mediaType: string): string {
  return `${id} request ${mediaType}`;
}

function replyContent(id: string, status: string, mediaType: string): string {
  return `${id} ${status} ${mediaType}`;
}

function within(outer: string, pointer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/**
 * A schema, and the schemas that it applies to the same value. Each schema is visited once, so recursive references
 * end.
 */
function inPlace(schema: CoveredSchema): readonly CoveredSchema[] {
  const met = new Set([schema]);
  for (const { always, branches } of met)
    for (const part of [...always, ...branches.map((branch) => branch.schema)]) met.add(part);
  return [...met];
}

function partsAt(schema: CoveredSchema, token: string): readonly CoveredSchema[] {
  const part =
    schema.properties.get(token) ??
    (/^\d+$/.test(token) ? (schema.prefixItems[Number(token)] ?? schema.items) : undefined) ??
    schema.additional;
  return part === undefined ? [] : [part];
}

function typeOf(value: Json): ValueType | undefined {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'string') return typeof value as 'number' | 'string';
  return isJsonObject(value) ? 'object' : undefined;
}
