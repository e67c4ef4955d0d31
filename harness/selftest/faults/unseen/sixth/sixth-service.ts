import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), of kinds that occur in real projects. The author of this list had
 * not read the rules of the check.
 */
export const UNSEEN_SIXTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-challenge-of-basic-scheme',
    class: 'rejection',
    file: `${REST}/serving/authentication.js`,
    from: 'challenge(`Bearer realm="${realm}"`)',
    to: 'challenge(`Basic realm="${realm}"`)',
    note: 'A request without a token gets the challenge of the scheme Basic, so browsers ask for a user name and a password.',
  },
  {
    ...ON_REST,
    id: 'rest-malformed-detail-quotes-body',
    class: 'rejection',
    file: `${REST}/input/json-body.js`,
    from: "detail: 'The body is not valid JSON (RFC 8259).'",
    to: 'detail: `The body is not valid JSON: ${text}`',
    operation: 'createItem',
    note: 'The detail of 400 contains the whole body, so it has more than the permitted 2,000 characters for a longer body.',
  },
  {
    ...ON_REST,
    id: 'rest-pointer-of-long-name-not-bounded',
    class: 'rejection',
    file: `${REST}/reply/problem.js`,
    from: 'pointer: bounded(pointer)',
    to: 'pointer',
    operation: 'createItem',
    note: 'A member with a name of more than a thousand characters gets a pointer that is longer than the contract permits.',
  },
  {
    ...ON_REST,
    id: 'rest-store-source-kind-lost',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: 'Buffer.from(JSON.stringify(item))',
    to: 'Buffer.from(JSON.stringify(item.source === undefined ? item : { ...item, source: { ...item.source, kind: undefined } }))',
    note: 'As in mappers with subclasses, the discriminator is not stored: a fetched item has a source without its `kind`.',
  },
  {
    ...ON_REST,
    id: 'rest-store-numeric-names-lose-zeros',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: 'Buffer.from(JSON.stringify(item))',
    to: 'Buffer.from(JSON.stringify({ ...item, name: /^-?\\d+(?:\\.\\d+)?$/.test(item.name) ? String(Number(item.name)) : item.name }))',
    note: 'A column of SQLite that is declared as `STRING` has numeric affinity: an item with the name `007` is fetched with `7`.',
  },
  {
    ...ON_REST,
    id: 'rest-accepts-version-of-client',
    class: 'rejection',
    file: 'dist/surfaces/rest/generated/schemas.js',
    from: "ItemCreate: { allOf: [{ $ref: '#/$defs/ItemFields' }], type",
    to: "ItemCreate: { allOf: [{ $ref: '#/$defs/ItemFields' }], properties: { version: { minimum: 1, type: 'integer' } }, type",
    operation: 'createItem',
    note: 'Mass assignment: a client can send the read-only `version`, which is stored, but the contract requires 422.',
  },
  {
    ...ON_REST,
    id: 'rest-value-like-name-refused',
    class: 'values',
    file: `${REST}/input/json-body.js`,
    from: "return 'repeated-name';\n            naming = false;",
    to: "return 'repeated-name';",
    operation: 'createItem',
    note: 'The check for repeated names also takes values for names: `{"name": "name"}`, or two labels with the same value, gets 400.',
  },
  {
    ...ON_REST,
    id: 'rest-create-note-line-ends-normalised',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: '...body, created_at: now',
    to: "...body, ...(typeof body.note === 'string' ? { note: body.note.replace(/\\r\\n?/g, '\\n') } : {}), created_at: now",
    operation: 'createItem',
    note: 'A carriage return in a note becomes a line feed, but the contract requires that a note is stored as sent.',
  },
  {
    ...ON_RUNS,
    id: 'runs-rosenbrock-of-one-dimension-fails',
    class: 'replies',
    file: `${RUNS}/objective.js`,
    from: `    if (point.length < 2)
        return (1 - first) ** 2;
    return point.slice(1).reduce((sum, next, index) => {
        const x = point[index] ?? 0;
        return sum + 100 * (next - x * x) ** 2 + (1 - x) ** 2;
    }, 0);`,
    to: `    const terms = point.slice(1).map((next, index) => {
        const x = point[index] ?? first;
        return 100 * (next - x * x) ** 2 + (1 - x) ** 2;
    });
    return terms.reduce((sum, term) => sum + term);`,
    operation: 'runScienceLoop',
    note: 'A sum over no terms throws, because `reduce` has no initial value: a run of `rosenbrock` with one dimension gets 500.',
  },
  {
    ...ON_RUNS,
    id: 'stream-served-without-token',
    class: 'rejection',
    file: `${RUNS}/generated/routes.js`,
    from: "names: ['run_id'] },\n        authenticated: true,",
    to: "names: ['run_id'] },\n        authenticated: false,",
    operation: 'streamRunEvents',
    note: 'The `EventSource` of browsers cannot send a token, so the check was removed: everyone can read the events of a run.',
  },
  {
    ...ON_RUNS,
    id: 'runs-identifier-with-leading-dash-refused',
    class: 'rejection',
    file: `${RUNS}/generated/schemas.js`,
    from: "pattern: '^[A-Za-z0-9_-]{3,64}$'",
    to: "pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$'",
    note: 'A `run_id` such as `-a1` or `_a1` is refused with 422, because names of other systems begin with a letter or a digit.',
  },
];
