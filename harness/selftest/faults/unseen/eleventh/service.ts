import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const SCHEMAS = 'dist/surfaces/rest/generated/schemas.js';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), as they occur in real projects. The author of this list had not
 * read the rules of the check.
 */
export const UNSEEN_ELEVENTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-negative-quantity-refused',
    class: 'values',
    file: SCHEMAS,
    from: 'quantity: { maximum: 9007199254740991, minimum: -9007199254740991,',
    to: 'quantity: { maximum: 9007199254740991, minimum: 0,',
    operation: 'createItem',
    note: 'A reviewer asked for a sensible minimum of the stock. The contract permits negative quantities.',
    equivalent:
      'The service checks its fixture with the same schema. Items of the fixture have negative quantities, so the service does not start, and no call can be made.',
  },
  {
    ...ON_REST,
    id: 'rest-height-in-whole-numbers',
    class: 'values',
    file: SCHEMAS,
    from: "height: { exclusiveMinimum: 0, maximum: 100000, type: 'number' }",
    to: "height: { exclusiveMinimum: 0, maximum: 100000, type: 'integer' }",
    operation: 'createItem',
    note: 'The generated schemas are of an earlier contract, in which a height was a whole number.',
  },
  {
    ...ON_REST,
    id: 'rest-metres-refused',
    class: 'values',
    file: SCHEMAS,
    from: "unit: { enum: ['mm', 'cm', 'm'],",
    to: "unit: { enum: ['mm', 'cm'],",
    operation: 'createItem',
    note: 'The generated schemas are of an earlier contract, which had no metres.',
    equivalent:
      'The service checks its fixture with the same schema. Sizes of the fixture are in metres, so the service does not start, and no call can be made.',
  },
  {
    ...ON_REST,
    id: 'rest-created-item-without-updated-at',
    class: 'replies',
    file: `${REST}/items/operations.js`,
    from: '...body, created_at: now, updated_at: now };',
    to: '...body, created_at: now };',
    operation: 'createItem',
    note: 'A new item has no `updated_at` because it was never updated. The contract requires the member.',
  },
  {
    ...ON_REST,
    id: 'rest-detail-of-enumeration-is-empty',
    class: 'rejection',
    file: `${REST}/input/fault-detail.js`,
    from: 'enum: (values) => `must be one of ${JSON.stringify(values)}`,',
    to: "enum: () => '',",
    operation: 'createItem',
    note: 'The text for a value outside an enumeration is empty, but a `detail` has at least one character.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-only-newest-run-kept',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: 'const MOST_RUNS = 1000;',
    to: 'const MOST_RUNS = 1;',
    operation: 'streamRunEvents',
    note: 'The limit of kept runs was lowered for a test and stayed: each new run makes the previous run unknown.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-iterations-count-first-point',
    class: 'replies',
    file: `${RUNS}/optimise.js`,
    from: "return { state: 'succeeded', iterations: request.iterations, best };",
    to: "return { state: 'succeeded', iterations: request.iterations + 1, best };",
    operation: 'runScienceLoop',
    note: 'The first point counts as an iteration, so the largest run reports 10001, more than the contract permits.',
  },
  {
    ...ON_RUNS,
    id: 'rest-runs-seed-zero-refused',
    class: 'values',
    file: `${RUNS}/generated/schemas.js`,
    from: 'seed: { maximum: 4294967295, minimum: 0,',
    to: 'seed: { maximum: 4294967295, minimum: 1,',
    operation: 'runScienceLoop',
    note: 'The smallest seed that the contract permits is refused.',
  },
];
