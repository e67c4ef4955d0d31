import type { Json } from '../../../contract/json/json.js';
import { admits } from './admits.js';
import type { ConstraintNode } from './constraint-node.js';
import { UNSATISFIABLE } from '../../../contract/constraints/constraint-draft.js';
import {
  type Constraints,
  type JsonType,
  type Term,
  opposite,
} from '../../../contract/constraints/constraint-types.js';
import { type Conjunct } from '../../../contract/constraints/constraints.js';
import { leastNesting } from './nesting.js';
import { type NumberSource, numberSource } from '../scalars/number-source.js';
import { simpleTerm } from '../../../contract/constraints/simple-terms.js';
import { type TextSource, textSource } from '../scalars/text-source.js';
import { usableTypes } from './usable-types.js';
import type { WorkBudget } from './work-budget.js';

/** The functions of the graph of schemas that its nodes call. */
interface NodeGraph {
  readonly budget: WorkBudget;
  all(terms: readonly Term[], text?: boolean): SchemaNode;
  of(conjunction: readonly Conjunct[], taken: number, text: boolean): SchemaNode;
  isForeign(constraints: Constraints): boolean;
}

/** A member that `properties` or `required` names. */
export interface Member {
  readonly name: string;
  readonly node: SchemaNode;
  readonly required: boolean;
}

/**
 * The maximum number of `oneOf` and `anyOf` groups in a conjunction. If there are more, no values are made for the
 * conjunction.
 */
const MAX_BRANCHES = 24;

/**
 * The alternatives at a node that have at least one value. `shallowest` are the alternatives with the least nesting.
 */
export interface Ways<T> {
  readonly possible: readonly T[];
  readonly shallowest: readonly T[];
}

/**
 * A conjunction: all constraints that apply to one place in a value. The nodes of the parts are created on first use.
 */
export class SchemaNode implements ConstraintNode {
  readonly types: readonly JsonType[];
  private readonly below = new Map<string | number, SchemaNode>();
  private readonly cached: {
    branches?: readonly SchemaNode[];
    branchWays?: Ways<SchemaNode>;
    typeWays?: Ways<JsonType>;
    members?: readonly Member[];
    leastMembers?: readonly Member[];
    candidates?: readonly Json[];
    text?: TextSource;
    number?: NumberSource;
    nesting?: number;
  } = {};

  constructor(
    private readonly nodes: NodeGraph,
    private readonly of: { readonly conjunction: readonly Conjunct[]; readonly taken: number; readonly text: boolean },
    readonly constraints: Constraints,
  ) {
    this.types = constraints.never ? [] : usableTypes(constraints);
  }

  get isSettled(): boolean {
    return this.of.taken >= this.constraints.branches.length;
  }

  get branches(): readonly SchemaNode[] {
    this.cached.branches ??= this.makeBranches();
    return this.cached.branches;
  }

  private makeBranches(): readonly SchemaNode[] {
    const { conjunction, taken, text } = this.of;
    const group = taken < MAX_BRANCHES ? this.constraints.branches[taken] : undefined;
    const choices = group?.choices ?? [];
    // If the conjunction already contains one branch of a group, no other branch is chosen. Another branch would only
    // exclude values.
    const held = choices.find((choice) => this.constraints.terms.has(choice.key));
    const open = choices.filter(({ key }) => !this.constraints.terms.has(opposite(key)));
    return (held === undefined ? (open.length === 0 ? choices : open) : [held]).map((term) =>
      this.nodes.of([...conjunction, { term, parent: group?.owner ?? '' }], taken + 1, text),
    );
  }

  get branchWays(): Ways<SchemaNode> {
    this.cached.branchWays ??= waysOf(this.branches, (branch) => branch.nesting);
    return this.cached.branchWays;
  }

  get typeWays(): Ways<JsonType> {
    this.cached.typeWays ??= waysOf(this.types, (type) => leastNesting(this, this.nodes.budget, type));
    return this.cached.typeWays;
  }

  get candidates(): readonly Json[] | undefined {
    if (this.constraints.candidates === undefined) return undefined;
    this.cached.candidates ??= this.constraints.candidates.filter((candidate) => admits(this, candidate));
    return this.cached.candidates;
  }

  /** The least nesting of arrays and objects in any value. Infinite if there is no value. */
  get nesting(): number {
    this.cached.nesting ??= leastNesting(this, this.nodes.budget);
    return this.cached.nesting;
  }

  /**
   * The named members in the order of the contract. A member that messages in this direction omit (such as `readOnly`
   * in a request) is included only if it is required.
   */
  get members(): readonly Member[] {
    this.cached.members ??= this.makeMembers();
    return this.cached.members;
  }

  private makeMembers(): readonly Member[] {
    const { properties, required } = this.constraints;
    const names = [...properties.keys(), ...[...required].filter((name) => !properties.has(name))];
    const members = names.map((name) => ({ name, node: this.member(name), required: required.has(name) }));
    return members.filter(
      ({ required: isNeeded, node }) =>
        isNeeded || (!node.constraints.never && !this.nodes.isForeign(node.constraints)),
    );
  }

  /**
   * The required members, and as many optional members as `minProperties` requires. Members with the least nesting come
   * first.
   */
  get leastMembers(): readonly Member[] {
    this.cached.leastMembers ??= this.makeLeastMembers();
    return this.cached.leastMembers;
  }

  private makeLeastMembers(): readonly Member[] {
    const required = this.members.filter((member) => member.required);
    const missing = Math.max(0, this.constraints.minProperties - required.length);
    const others =
      missing === 0 ? [] : this.members.filter((member) => !member.required && Number.isFinite(member.node.nesting));
    return [...required, ...others.toSorted((a, b) => a.node.nesting - b.node.nesting).slice(0, missing)];
  }

  member(name: string): SchemaNode {
    return this.child(`.${name}`, () => this.memberTerms(name));
  }

  private memberTerms(name: string): readonly Term[] {
    const { properties, patternRules, additionals } = this.constraints;
    const named = properties.get(name);
    if (named !== undefined) return named;
    const rest = additionals
      .filter(({ takes }) => takes(name))
      .map(({ schema }) => (schema === false ? UNSATISFIABLE : schema));
    return [...patternRules.filter(({ test }) => test(name)).map(({ schema }) => schema), ...rest];
  }

  get extra(): SchemaNode {
    return this.child('extra', () => this.constraints.additional);
  }

  get names(): SchemaNode {
    return this.child('names', () => this.constraints.propertyNames, true);
  }

  patternNames(rule: number): SchemaNode {
    const pattern = this.constraints.patternRules[rule]?.pattern ?? '';
    const matching = simpleTerm(`matches ${pattern}`, (draft) => void draft.patterns.push(pattern));
    return this.child(`names ${rule}`, () => [matching, ...this.constraints.propertyNames], true);
  }

  demandedNames(demand: number): SchemaNode {
    return this.child(
      `demand ${demand}`,
      () => [...(this.constraints.demands[demand]?.names ?? []), ...this.constraints.propertyNames],
      true,
    );
  }

  demanded(demand: number, name: string): SchemaNode {
    return this.child(`${demand}.${name}`, () => [
      ...this.memberTerms(name),
      ...(this.constraints.demands[demand]?.values ?? []),
    ]);
  }

  demandedExtra(demand: number): SchemaNode {
    return this.child(`extra ${demand}`, () => [
      ...this.constraints.additional,
      ...(this.constraints.demands[demand]?.values ?? []),
    ]);
  }

  item(index: number): SchemaNode {
    const place = Math.min(index, this.constraints.prefixItems.length);
    return this.child(place, () => this.itemTerms(place));
  }

  private itemTerms(index: number): readonly Term[] {
    return this.constraints.prefixItems[index] ?? this.constraints.items;
  }

  matching(index: number, rules: readonly number[], others: readonly number[]): SchemaNode {
    if (rules.length === 0 && others.length === 0) return this.item(index);
    const place = Math.min(index, this.constraints.prefixItems.length);
    const { contains } = this.constraints;
    return this.child(`${place} in ${rules.join()} not ${others.join()}`, () => {
      const [holding, failing] = [
        rules.map((rule) => contains[rule]?.holds),
        others.map((rule) => contains[rule]?.fails),
      ];
      return [...this.itemTerms(place), ...[...holding, ...failing].filter((term) => term !== undefined)];
    });
  }

  /** The node of two list items that must have equal values: it has the constraints of both. */
  repeated(index: number, other: number): SchemaNode {
    return this.child(`${index} = ${other}`, () => [...this.itemTerms(index), ...this.itemTerms(other)]);
  }

  get text(): TextSource {
    this.cached.text ??= textSource(this.constraints);
    return this.cached.text;
  }

  /** The source of numbers. It makes only integers, unless the type `number` is allowed. */
  get number(): NumberSource {
    this.cached.number ??= numberSource(this.constraints, !this.types.includes('number'));
    return this.cached.number;
  }

  private child(key: string | number, terms: () => readonly Term[], text = false): SchemaNode {
    let node = this.below.get(key);
    if (node === undefined) {
      node = this.nodes.all(terms(), text);
      this.below.set(key, node);
    }
    return node;
  }
}

function waysOf<T>(ways: readonly T[], nestingOf: (way: T) => number): Ways<T> {
  const measured = ways
    .map((way) => ({ way, nesting: nestingOf(way) }))
    .filter(({ nesting }) => Number.isFinite(nesting));
  const least = Math.min(...measured.map(({ nesting }) => nesting));
  const shallowest = measured.filter(({ nesting }) => nesting === least);
  return { possible: measured.map(({ way }) => way), shallowest: shallowest.map(({ way }) => way) };
}
