import { joinPointer } from '../json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../json.js';
import { admits } from './admits.js';
import type { BoundaryValues } from './boundary-values.js';
import { brokenCollections } from './broken-collections.js';
import { type Broken, brokenScalars } from './broken-scalars.js';
import { type MemberList, fromMembers } from './members.js';
import type { SchemaNode } from './schema-node.js';

/** A value that differs from a valid one in one place, meant to break one keyword there. What it really breaks, the validator says. */
export interface Mutation {
  readonly keyword: string;
  /** JSON pointer into the value, of the place that is meant to be wrong. */
  readonly pointer: string;
  readonly value: Json;
}

const MAX_DEPTH = 6;

/** Every way to break one constraint of `value`, which satisfies `node`; in the order of a walk, so deterministic. */
export function* mutations(node: SchemaNode, value: Json, boundary: BoundaryValues, depth = 0): Generator<Mutation> {
  const settled = settledFor(node, value);
  for (const [keyword, broken] of brokenValues(settled, value, boundary)) yield { keyword, pointer: '', value: broken };
  if (depth > MAX_DEPTH) return;
  if (isJsonObject(value)) yield* inMembers(settled, value, boundary, depth);
  if (Array.isArray(value)) yield* inItems(settled, value as readonly Json[], boundary, depth);
}

function* brokenValues(node: SchemaNode, value: Json, boundary: BoundaryValues): Generator<Broken> {
  yield* brokenScalars(node.constraints, value);
  yield* brokenCollections(node, value, boundary);
}

/** The branches that the value took join the conjunction, so that their constraints are broken too. */
export function settledFor(node: SchemaNode, value: Json): SchemaNode {
  let settled = node;
  while (!settled.isSettled) {
    const branch = settled.branches.find((candidate) => admits(candidate, value));
    if (branch === undefined) return settled;
    settled = branch;
  }
  return settled;
}

function* inMembers(node: SchemaNode, value: JsonObject, boundary: BoundaryValues, depth: number): Generator<Mutation> {
  const members: MemberList = Object.entries(value);
  for (const [name, member] of members) {
    const pointer = joinPointer('', name);
    const without = members.filter(([other]) => other !== name);
    if (node.constraints.required.has(name)) yield { keyword: 'required', pointer, value: fromMembers(without) };
    for (const inner of mutations(node.member(name), member, boundary, depth + 1)) {
      const changed = members.map(([other, was]) => [other, other === name ? inner.value : was] as const);
      yield { keyword: inner.keyword, pointer: pointer + inner.pointer, value: fromMembers(changed) };
    }
  }
}

/** The first of each kind of item is broken; the others are of the same kind. */
function* inItems(node: SchemaNode, value: readonly Json[], boundary: BoundaryValues, depth: number): Generator<Mutation> {
  const kinds = Math.min(value.length, node.constraints.prefixItems.length + 1);
  for (const [index, item] of value.slice(0, kinds).entries()) {
    for (const inner of mutations(node.item(index), item, boundary, depth + 1)) {
      yield { keyword: inner.keyword, pointer: `/${index}${inner.pointer}`, value: value.with(index, inner.value) };
    }
  }
}
