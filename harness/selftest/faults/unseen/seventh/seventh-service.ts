import type { PlantedFault } from '../../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const RUNS = 'dist/surfaces/rest/science_runtime';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_RUNS = { ...ON_REST, narrowing: { contract: 'runs' } } as const;

/**
 * Bugs of the two example services (items and runs), as they occur in real projects. The author of this list had not
 * read the rules of the check.
 */
export const UNSEEN_SEVENTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-create-offset-without-colon',
    class: 'replies',
    file: `${REST}/items/operations.js`,
    from: 'created_at: now, updated_at: now };',
    to: "created_at: now.replace('Z', '+0000'), updated_at: now.replace('Z', '+0000') };",
    operation: 'createItem',
    note: 'As `%z` of `strftime` writes it, the offset of times is `+0000`, but RFC 3339 requires `+00:00` or `Z`.',
  },
  {
    ...ON_REST,
    id: 'rest-accepts-null-label-value',
    class: 'rejection',
    file: 'dist/surfaces/rest/generated/schemas.js',
    from: "additionalProperties: { maxLength: 64, type: 'string' }",
    to: "additionalProperties: { maxLength: 64, type: ['string', 'null'] }",
    operation: 'createItem',
    note: 'As with maps of Java, a label with the value `null` is stored and returned, but the contract permits only strings.',
  },
  {
    ...ON_REST,
    id: 'rest-errors-grouped-by-member',
    class: 'rejection',
    file: `${REST}/reply/problem.js`,
    from: "problemReply('invalid-input', { errors })",
    to: "problemReply('invalid-input', { errors: Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, [detail]])) })",
    note: '`errors` is an object with a list of messages for each place, as in ASP.NET. The contract documents a list.',
  },
  {
    ...ON_REST,
    id: 'rest-json-read-before-media-type',
    class: 'rejection',
    file: `${REST}/serving/answer.js`,
    from: `    if (content === undefined && !absent)
        return { reply: problemReply('unsupported-media-type') };
    const json = readJson(bytes);
    if (json.kind === 'malformed')
        return { reply: problemReply('malformed-json', { detail: json.detail }) };`,
    to: `    const json = readJson(bytes);
    if (json.kind === 'malformed')
        return { reply: problemReply('malformed-json', { detail: json.detail }) };
    if (content === undefined && !absent)
        return { reply: problemReply('unsupported-media-type') };`,
    operation: 'createItem',
    note: 'A body that is malformed and not labelled as JSON gets 400, but the contract reports 415 before 400.',
  },
  {
    ...ON_REST,
    id: 'rest-challenge-quotes-token',
    class: 'rejection',
    file: `${REST}/serving/authentication.js`,
    from: 'challenge(`Bearer realm="${realm}", error="invalid_token"`)',
    to: 'challenge(`Bearer realm="${realm}", error="invalid_token", error_description="The token ${sent} is unknown"`)',
    note: 'The challenge repeats the token that was sent, so it is longer than the contract permits for a long token.',
  },
  {
    ...ON_REST,
    id: 'rest-create-observed-at-zeros-removed',
    class: 'values',
    file: `${REST}/items/operations.js`,
    from: '...body, created_at: now',
    to: "...body, ...(typeof body.observed_at === 'string' ? { observed_at: body.observed_at.replace(/(\\.\\d*?)0+(?=\\D)/, (_all, kept) => (kept === '.' ? '' : kept)) } : {}), created_at: now",
    operation: 'createItem',
    note: 'The zeros at the end of a fraction of seconds are removed, but `observed_at` is stored as written.',
    equivalent:
      'RFC 3339 §5.6: `.250` and `.25` are the same fraction of a second; the tolerance `instant-spelling` permits both.',
  },
  {
    ...ON_REST,
    id: 'rest-store-sizes-with-three-decimals',
    class: 'state',
    file: `${REST}/items/item-store.js`,
    from: 'Buffer.from(JSON.stringify(item))',
    to: 'Buffer.from(JSON.stringify(item.size === undefined ? item : { ...item, size: { ...item.size, width: Number(item.size.width.toFixed(3)), height: Number(item.size.height.toFixed(3)) } }))',
    note: 'A column `DECIMAL(9, 3)`: a fetched item has a rounded width and height, and a very small width becomes 0.',
  },
  {
    ...ON_REST,
    id: 'rest-limit-of-body-in-characters',
    class: 'rejection',
    file: `${REST}/input/request-body.js`,
    from: 'if (announced > limit && announced',
    to: 'if (announced > limit * 4 && announced',
    also: [
      {
        file: `${REST}/input/request-body.js`,
        from: 'length += chunk.length;',
        to: 'length += chunk.toString().length;',
      },
    ],
    operation: 'createItem',
    note: 'The limit counts characters: a body of 80,000 bytes with 40,000 characters gets no 413, but the limit is in bytes.',
  },
  {
    ...ON_RUNS,
    id: 'runs-identifier-in-standard-base64',
    class: 'values',
    file: `${RUNS}/run-store.js`,
    from: "digest('base64url')",
    to: "digest('base64')",
    operation: 'runScienceLoop',
    note: 'Half of the identifiers that the service chooses contain `+` or `/`, which the pattern of an identifier excludes.',
  },
  {
    ...ON_RUNS,
    id: 'runs-identifier-named-like-method-is-taken',
    class: 'state',
    file: `${RUNS}/run-store.js`,
    from: 'const known = this.runs.get(id);',
    to: 'const known = this.runs.get(id) ?? {}[id];',
    operation: 'runScienceLoop',
    note: 'As with a plain object as the map of runs, the identifiers `constructor` and `toString` get 409, although no run has them.',
  },
  {
    ...ON_RUNS,
    id: 'stream-event-type-with-blank',
    class: 'streams',
    file: `${RUNS}/operations.js`,
    from: 'event: ${event}\\ndata',
    to: 'event:  ${event}\\ndata',
    operation: 'streamRunEvents',
    note: 'The type is written after two blanks. Only one blank belongs to the syntax, so clients get the unknown type ` queued`.',
  },
  {
    ...ON_RUNS,
    id: 'runs-accepts-identifier-with-line-end',
    class: 'rejection',
    file: `${RUNS}/generated/schemas.js`,
    from: "pattern: '^[A-Za-z0-9_-]{3,64}$'",
    to: "pattern: '^[A-Za-z0-9_-]{3,64}\\n?$'",
    note: 'As `$` matches in Python, an identifier with a line feed at its end is accepted, but the contract requires 422.',
  },
];
