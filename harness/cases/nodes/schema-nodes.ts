import type { SchemaSource } from '../../../contract/contract.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { type Constraints, type Term } from '../../../contract/constraints/constraint-types.js';
import { type Conjunct, flatten } from '../../../contract/constraints/constraints.js';
import { Terms } from '../../../contract/constraints/terms.js';
import type { MessageDirection } from './schema-options.js';
import type { WorkBudget } from './work-budget.js';
import { SchemaNode } from './schema-node.js';

/**
 * Decides whether `required` applies to members that messages in this direction omit (`readOnly` in requests,
 * `writeOnly` in responses). `as-written`: it applies, as in `SchemaSource`. `by-direction`: it does not apply, as in
 * `SchemaSource.forDirection`.
 */
export type Judged = 'as-written' | 'by-direction';

/**
 * The schemas of a contract as a graph of nodes. A node combines all schemas that apply to the same value. Equal
 * combinations share one node.
 */
export class SchemaNodes {
  private readonly known = new Map<string, SchemaNode>();
  private readonly roots = new Map<SchemaUri, SchemaNode>();
  private readonly terms: Terms;

  constructor(
    schemas: SchemaSource,
    readonly direction: MessageDirection,
    private readonly judged: Judged,
    readonly budget: WorkBudget,
  ) {
    this.terms = new Terms(schemas);
  }

  root(uri: SchemaUri): SchemaNode {
    let node = this.roots.get(uri);
    if (node === undefined) {
      node = this.all([this.terms.root(uri)]);
      this.roots.set(uri, node);
    }
    return node;
  }

  /** Returns the node for a value to which several schemas apply. */
  together(uris: readonly SchemaUri[]): SchemaNode {
    return this.all(uris.map((uri) => this.terms.root(uri)));
  }

  all(terms: readonly Term[], text = false): SchemaNode {
    return this.of(
      terms.map((term) => ({ term })),
      0,
      text,
    );
  }

  /**
   * The node of a conjunction. `taken` is the number of `oneOf` and `anyOf` groups from which a branch was already
   * chosen. If `text` is true, only strings are allowed.
   */
  of(conjunction: readonly Conjunct[], taken: number, text: boolean): SchemaNode {
    const key = `${taken} ${String(text)} ${conjunction.map(({ term, parent = '' }) => `${term.key}<${parent}`).join(' ')}`;
    let node = this.known.get(key);
    if (node === undefined) {
      const constraints = flatten(conjunction);
      this.budget.spend(nodeCost(key, constraints));
      const types = text ? new Set([...constraints.types].filter((type) => type === 'string')) : constraints.types;
      node = new SchemaNode(
        this,
        { conjunction, taken, text },
        { ...constraints, types, required: this.demanded(constraints) },
      );
      this.known.set(key, node);
    }
    return node;
  }

  isForeign({ readOnly, writeOnly }: Constraints): boolean {
    return this.direction === 'request' ? readOnly : writeOnly;
  }

  /** The names of the members that a value must have in a message of this direction. */
  private demanded({ required, properties }: Constraints): ReadonlySet<string> {
    if (this.judged === 'as-written') return required;
    const foreign = [...required].filter((name) =>
      this.isForeign(flatten((properties.get(name) ?? []).map((term) => ({ term })))),
    );
    return foreign.length === 0 ? required : new Set([...required].filter((name) => !foreign.includes(name)));
  }
}

/**
 * The cost of a node in steps of the budget. It is estimated from the size of the node, because memory is the main
 * cost.
 */
function nodeCost(key: string, { properties, branches, terms }: Constraints): number {
  const choices = branches.reduce((sum, branch) => sum + branch.choices.length, 0);
  return 300 + key.length + 120 * (properties.size + choices + terms.size);
}
