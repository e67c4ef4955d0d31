import type { SchemaValidator, SchemaSource, SchemaViolation } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { WorkBudget } from '../nodes/work-budget.js';

/** Schemas that subtract the cost of each validation from a step budget. */
export function meteredSchemas(schemas: SchemaSource, budget: WorkBudget): SchemaSource {
  const paid = <T>(judge: () => T): T => {
    const before = schemas.steps;
    const verdict = judge();
    budget.spend(1 + schemas.steps - before);
    return verdict;
  };
  const paying = (judge: SchemaValidator): SchemaValidator => ({
    accepts: (uri: SchemaUri, value: Json): boolean => paid(() => judge.accepts(uri, value)),
    validate: (uri: SchemaUri, value: Json): readonly SchemaViolation[] => paid(() => judge.validate(uri, value)),
  });
  return {
    get steps() {
      return schemas.steps;
    },
    at: (uri) => schemas.at(uri),
    resolve: (base, reference) => schemas.resolve(base, reference),
    resolveDynamic: (base, reference, scope) => schemas.resolveDynamic(base, reference, scope),
    enter: (scope, uri) => schemas.enter(scope, uri),
    child: (uri, ...tokens) => schemas.child(uri, ...tokens),
    locate: (uri) => schemas.locate(uri),
    forDirection: (direction) => paying(schemas.forDirection(direction)),
    ...paying(schemas),
  };
}
