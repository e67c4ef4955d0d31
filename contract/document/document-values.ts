import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {
  type DocumentEntries,
  type DocumentTargets,
  type EntryPair,
  readEntries,
  type OnFault,
} from './document-entries.js';
import { isJsonObject, type Json, type JsonObject } from '../json/json.js';

/**
 * The maximum depth of a document, deeper than any real contract. The limit keeps every later traversal within the call
 * stack.
 */
const MAX_DEPTH = 400;
/**
 * The maximum number of nodes that aliases may add: ten times the size of the largest public description. The limit
 * prevents "billion laughs" attacks.
 */
const MAX_ALIASED_NODES = 500_000;

export interface DocumentValue {
  readonly value: Json;
  /** What is needed to locate values later: the entries of every mapping, and the target of every alias. */
  readonly entries: DocumentEntries;
  readonly targets: DocumentTargets;
}

/**
 * The JSON value of a parsed YAML document. The library's own conversion is not used, for two reasons. It does not
 * report the location of values that JSON cannot represent, such as repeated keys, `.nan`, or a mapping inside itself.
 * It also loses the key `__proto__`.
 */
export function documentValue(document: Document.Parsed, mergeKeys: boolean, report: OnFault): DocumentValue {
  const conversion = new Conversion(mergeKeys, report);
  return { value: conversion.convert(document.contents, 0), entries: conversion.entries, targets: conversion.targets };
}

class Conversion {
  readonly entries: DocumentEntries = new Map();
  readonly targets: DocumentTargets = new Map();
  /** The latest anchor of each name. An alias refers to the most recent preceding anchor (YAML 1.2 §7.1). */
  readonly #anchors = new Map<string, Node>();
  readonly #converted = new Map<Node, { readonly value: Json; readonly size: number }>();
  readonly #mergeKeys: boolean;
  readonly #report: OnFault;
  #nodes = 0;
  #aliased = 0;

  constructor(mergeKeys: boolean, report: OnFault) {
    this.#mergeKeys = mergeKeys;
    this.#report = report;
  }

  convert(node: Node | null | undefined, depth: number): Json {
    if (isAlias(node)) return this.#alias(node);
    if (depth > MAX_DEPTH) {
      const repair = 'Reduce the nesting, or move parts to components and refer to them with $ref.';
      return this.#refuse(
        node,
        'document-too-deep',
        `the document is nested more than ${MAX_DEPTH} levels deep`,
        repair,
      );
    }
    const before = this.#nodes;
    this.#nodes += 1;
    const anchored = anchorOf(node) === undefined ? undefined : node;
    if (anchored) this.#anchors.set(anchorOf(anchored) ?? '', anchored);
    const value = this.#jsonValue(node, depth);
    if (anchored) this.#converted.set(anchored, { value, size: this.#nodes - before });
    return value;
  }

  #jsonValue(node: Node | null | undefined, depth: number): Json {
    if (isMap(node)) return this.#mapping(node, depth);
    if (isSeq(node)) return (node as YAMLSeq<Node | null>).items.map((item) => this.convert(item, depth + 1));
    const value: unknown = isScalar(node) ? node.value : null;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.#refuse(
      node,
      'document-value',
      `${String(value)} is not a JSON value`,
      'Write a JSON value, or quote it as a string.',
    );
  }

  #mapping(node: YAMLMap, depth: number): JsonObject {
    const entries = readEntries(node, this.#mergeKeys, this.#report);
    this.entries.set(node, entries);
    const object: Record<string, Json> = {};
    for (const [key, pair] of entries.named) define(object, key, this.convert(pair.value, depth + 1));
    for (const pair of entries.merged) this.#merge(object, pair, depth);
    return object;
  }

  /**
   * Applies the merge key `<<` of YAML 1.1, which many tools still support. Members of the mapping itself take
   * precedence over merged members. Among merged mappings, earlier ones take precedence.
   */
  #merge(object: Record<string, Json>, pair: EntryPair, depth: number): void {
    const merged = this.convert(pair.value, depth + 1);
    if (merged === null && this.#aliased > MAX_ALIASED_NODES) return;
    const sources: readonly Json[] = Array.isArray(merged) ? (merged as readonly Json[]) : [merged];
    for (const source of sources) {
      if (!isJsonObject(source)) {
        this.#refuse(
          pair.key,
          'document-merge',
          'the value of << is not a mapping',
          'Merge an alias of a mapping, or quote the key.',
        );
        return;
      }
      for (const key of Object.keys(source)) {
        this.#countAliased(1, pair.value);
        if (!Object.hasOwn(object, key)) define(object, key, source[key] ?? null);
      }
    }
  }

  #alias(alias: Alias): Json {
    const target = this.#anchors.get(alias.source);
    const converted = target === undefined ? undefined : this.#converted.get(target);
    if (target === undefined || converted === undefined) {
      const what = target === undefined ? 'has no earlier anchor of its name' : 'refers to a node that contains it';
      return this.#refuse(
        alias,
        'document-alias',
        `alias *${alias.source} ${what}`,
        'Use a $ref instead of the alias.',
      );
    }
    this.targets.set(alias, target);
    // The nodes of an alias also count for each enclosing anchor. Without this, nested aliases would pass the limit.
    this.#nodes += converted.size;
    return this.#countAliased(converted.size, alias) ? converted.value : null;
  }

  #countAliased(nodes: number, node: Node | null): boolean {
    const within = this.#aliased <= MAX_ALIASED_NODES;
    this.#aliased += nodes;
    if (within && this.#aliased > MAX_ALIASED_NODES) {
      this.#refuse(
        node,
        'document-aliases',
        'aliases expand the document beyond the limit',
        'Use $ref instead of nested aliases.',
      );
    }
    return this.#aliased <= MAX_ALIASED_NODES;
  }

  #refuse(node: Node | null | undefined, code: string, message: string, repair: string): null {
    this.#report(node, code, message, repair);
    return null;
  }
}

function anchorOf(node: Node | null | undefined): string | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
}

/** Sets a member of an object. An assignment to `__proto__` would set the prototype and lose the member. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
