import { givenArguments, operationArguments } from '../arguments.js';
import { canonicalJson } from '../json/canonical-json.js';
import type { Case } from '../case.js';
import { argumentPointer, argumentSchema } from '../inputs/input-violations.js';
import type { Contract } from '../contract.js';
import { type Json, isJsonObject } from '../json/json.js';
import { pointerTokens } from '../json/json-pointer.js';
import type { Operation } from '../operation.js';
import { essence } from '../wire/message.js';
import { type CoveredSchema, CoveredSchemas, type ValueType } from './covered-schema.js';

/** The parts that were not reached yet, by name. */
type Remaining = Set<string>;

export interface PartCoverage {
  readonly reached: number;
  readonly of: number;
  /** Names of the parts that were not reached, in the contract's order. */
  readonly missing: readonly string[];
}

/** The kinds of parts of a contract that a run can reach. */
export const COVERED = ['operations', 'parameters', 'contents', 'keywords', 'broken', 'members', 'branches', 'statuses'] as const;
export type Covered = (typeof COVERED)[number];
export type Coverage = Readonly<Record<Covered, PartCoverage>>;

/** By kind of part: their number, and the names of those that were not reached. */
export type RemainingParts = Readonly<Record<Covered, { readonly of: number; readonly left: readonly string[] }>>;

/** The coverage of runs with these remaining parts: a part is reached if one of them reached it. */
export function coverageOf(first: RemainingParts, ...others: readonly RemainingParts[]): Coverage {
  return everyPart((part) => {
    const sets = others.map((other) => new Set(other[part].left));
    const left = first[part].left.filter((name) => sets.every((names) => names.has(name)));
    const { of } = first[part];
    return { reached: of - left.length, of, missing: left.slice(0, MAX_MISSING) };
  });
}

function everyPart<T>(valueOf: (part: Covered) => T): Readonly<Record<Covered, T>> {
  return {
    operations: valueOf('operations'),
    parameters: valueOf('parameters'),
    contents: valueOf('contents'),
    keywords: valueOf('keywords'),
    broken: valueOf('broken'),
    members: valueOf('members'),
    branches: valueOf('branches'),
    statuses: valueOf('statuses'),
  };
}

const MAX_DEPTH = 32;
/** Largest number of names kept for each kind of part. */
const MAX_MISSING = 100;

/**
 * Records which parts of a contract the cases of a run and their replies reached: operations; parameters and bodies
 * that were given; media types of bodies that were sent and received (`contents`); keywords of request schemas that
 * were applied to a valid value (`keywords`), and that an invalid value violated (`broken`); members of enumerations;
 * branches of `anyOf` and `oneOf`; documented statuses. Each case is added in time linear in its input.
 */
export class ContractCoverage {
  readonly #contract: Contract;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #schemas: CoveredSchemas;
  readonly #left: Readonly<Record<Covered, Remaining>>;
  readonly #of: Readonly<Record<Covered, number>>;
  readonly #seen = new WeakSet<Case>();

  constructor(contract: Contract, operations: readonly Operation[]) {
    this.#contract = contract;
    this.#operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.#schemas = new CoveredSchemas(contract.schemas);
    this.#left = {
      operations: new Set(),
      parameters: new Set(),
      contents: new Set(),
      keywords: new Set(),
      broken: new Set(),
      members: new Set(),
      branches: new Set(),
      statuses: new Set(),
    };
    for (const operation of operations) this.#addOperation(operation);
    for (const schema of this.#schemas.all()) this.#addSchema(schema);
    for (const operation of operations) this.#ignoreTextTypes(operation);
    const { operations: ids, parameters, contents, keywords, broken, members, branches, statuses } = this.#left;
    this.#of = {
      operations: ids.size,
      parameters: parameters.size,
      contents: contents.size,
      keywords: keywords.size,
      broken: broken.size,
      members: members.size,
      branches: branches.size,
      statuses: statuses.size,
    };
  }

  /** Records a case that was run. Recording it again has no effect. */
  addCase(run: Case): void {
    const operation = this.#operations.get(run.operation);
    if (operation === undefined || this.#seen.has(run)) return;
    this.#seen.add(run);
    this.#left.operations.delete(operation.id);
    const { expect, input } = run;
    for (const [argument, value] of givenArguments(operation, input)) {
      const pointer = argumentPointer(argument);
      this.#left.parameters.delete(`${operation.id} ${pointer}`);
      const schema = argumentSchema(operation, argument, input.mediaType);
      if (schema === undefined) continue;
      if (expect.kind !== 'rejected') this.#reach(this.#schemas.at(schema), value, 0);
    }
    if (expect.kind === 'rejected') this.#break(operation, run, expect.keyword, expect.pointer);
  }

  /** Records a case whose body was sent by any surface. */
  addRequest({ operation: id, input }: Case): void {
    const operation = this.#operations.get(id);
    const mediaType = input.mediaType ?? operation?.requestBody?.content[0]?.mediaType;
    if (input.body !== undefined && mediaType !== undefined) this.#left.contents.delete(requestContent(id, mediaType));
  }

  /** Records the status of a reply to the operation and the media type of its body. */
  addReply(id: string, status: number, mediaType: string | undefined): void {
    const operation = this.#operations.get(id);
    const documented = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    const found = documented.find((wanted) => operation?.responses.some((response) => response.status === wanted));
    if (found === undefined) return;
    this.#left.statuses.delete(`${id} ${found}`);
    this.#left.contents.delete(replyContent(id, found, essence(mediaType)));
  }

  coverage(): Coverage {
    return coverageOf(this.remaining());
  }

  /** The names of all parts that were not reached, which can be combined with those of other runs. */
  remaining(): RemainingParts {
    const left = (part: Covered): RemainingParts[Covered] => ({ of: this.#of[part], left: [...this.#left[part]] });
    return everyPart(left);
  }

  #addOperation(operation: Operation): void {
    this.#left.operations.add(operation.id);
    for (const { status, content } of operation.responses) {
      this.#left.statuses.add(`${operation.id} ${status}`);
      // A range of media types is not a type that a client sends.
      const types = content.map(({ mediaType }) => essence(mediaType)).filter((type) => !type.includes('*'));
      // An error status usually has one media type, so its status already covers it.
      if (types.length > 1 || status.startsWith('2')) for (const type of types) this.#left.contents.add(replyContent(operation.id, status, type));
    }
    for (const { mediaType } of operation.requestBody?.content ?? []) this.#left.contents.add(requestContent(operation.id, mediaType));
    for (const argument of operationArguments(operation)) {
      this.#left.parameters.add(`${operation.id} ${argumentPointer(argument)}`);
      const contents = argument.parameter === undefined ? (operation.requestBody?.content ?? []) : [argument.parameter];
      for (const { schema } of contents) if (schema !== undefined) this.#schemas.at(schema);
    }
  }

  /** On the wire every parameter value is a text, so a `string` type cannot be violated. */
  #ignoreTextTypes(operation: Operation): void {
    for (const parameter of operation.parameters) {
      if (parameter.contentType !== undefined) continue;
      for (const { uri, keywords } of inPlace(this.#schemas.at(parameter.schema))) {
        const stated = this.#contract.schemas.at(uri);
        if (!isJsonObject(stated) || stated['type'] !== 'string') continue;
        for (const { keyword, address } of keywords) if (keyword === 'type') this.#left.broken.delete(address);
      }
    }
  }

  #addSchema(schema: CoveredSchema): void {
    for (const { address, breakable } of schema.keywords) {
      this.#left.keywords.add(address);
      if (breakable) this.#left.broken.add(address);
    }
    for (const address of schema.members.values()) this.#left.members.add(address);
    for (const { when, counts } of schema.branches) if (counts) this.#left.branches.add(when);
  }

  /** Records the keywords that are applied to a valid value. */
  #reach(schema: CoveredSchema, value: Json, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const type = typeOf(value);
    for (const keyword of schema.keywords)
      if (keyword.type === undefined || keyword.type === type) this.#left.keywords.delete(keyword.address);
    if (schema.members.size > 0) this.#left.members.delete(schema.members.get(canonicalJson(value)) ?? '');
    for (const part of schema.always) this.#reach(part, value, depth + 1);
    for (const { when, schema: branch, counts } of schema.branches) {
      if (!this.#contract.schemas.accepts(when, value)) continue;
      if (counts) this.#left.branches.delete(when);
      this.#reach(branch, value, depth + 1);
    }
    if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries()) {
        const part = schema.prefixItems[index] ?? schema.items;
        if (part !== undefined) this.#reach(part, item, depth + 1);
      }
    } else if (isJsonObject(value) && (schema.properties.size > 0 || schema.additional !== undefined)) {
      for (const [name, member] of Object.entries(value)) {
        const part = schema.properties.get(name) ?? schema.additional;
        if (part !== undefined) this.#reach(part, member, depth + 1);
      }
    }
  }

  /**
   * Records the keyword that an invalid value violates. The pointer may name a member that is missing or not allowed.
   */
  #break(operation: Operation, { input }: Case, keyword: string, pointer: string): void {
    const argument = operationArguments(operation).find((candidate) => within(argumentPointer(candidate), pointer));
    if (argument === undefined) return;
    const uri = argumentSchema(operation, argument, input.mediaType);
    if (uri === undefined) return;
    const tokens = pointerTokens(pointer.slice(argumentPointer(argument).length));
    let schemas = [this.#schemas.at(uri)];
    let above: readonly CoveredSchema[] = [];
    for (const token of tokens) {
      above = schemas;
      schemas = above.flatMap(inPlace).flatMap((schema) => partsAt(schema, token));
    }
    for (const schema of [...schemas, ...above].flatMap(inPlace)) {
      for (const covered of schema.keywords) if (covered.keyword === keyword) this.#left.broken.delete(covered.address);
    }
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

/** A schema and all schemas that apply to the same value, each once, so that recursive references end. */
function inPlace(schema: CoveredSchema): readonly CoveredSchema[] {
  const met = new Set([schema]);
  for (const { always, branches } of met) for (const part of [...always, ...branches.map((branch) => branch.schema)]) met.add(part);
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
