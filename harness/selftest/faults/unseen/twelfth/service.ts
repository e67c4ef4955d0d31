import type { PlantedFault } from '../../planted-fault.js';

const REFERENCE = 'dist/surfaces/rest/reference';
const GENERATED = 'dist/surfaces/rest/generated';
const ON_ITEMS = { surface: 'rest', blame: 'backend' } as const;

/**
 * Bugs of the item service, as they occur in real projects. The author of this list had not read the
 * rules of the check.
 */
export const UNSEEN_TWELFTH_SERVICE: readonly PlantedFault[] = [
  {
    ...ON_ITEMS,
    id: 'rest-escaped-quote-hangs-service',
    class: 'values',
    file: `${REFERENCE}/input/json-body.js`,
    from: String.raw`end += text[end] === '\\' ? 2 : 1;`,
    to: 'end += 1;',
    operation: 'createItem',
    note: 'The scan for the end of a string forgets escapes: a name such as `5" pipe` makes the service loop forever.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-upper-case-charset-refused',
    class: 'rejection',
    file: `${REFERENCE}/input/media-type.js`,
    from: '(?:utf-8|"utf-8"))?$/i.test',
    to: '(?:utf-8|"utf-8"))?$/.test',
    operation: 'createItem',
    note: 'A lost flag: `application/json; charset=UTF-8`, as many clients write it, is refused with 415.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-fraction-of-limit-cut-off',
    class: 'rejection',
    file: `${REFERENCE}/input/parameter-values.js`,
    from: 'NUMBER.test(text) ? Number(text) : text',
    to: 'NUMBER.test(text) ? Number.parseInt(text, 10) : text',
    operation: 'listItems',
    note: 'Numbers are read with `parseInt`: `limit=2.5` lists two items, but is not an integer and has to be refused.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-two-dots-in-identifier-blocked',
    class: 'values',
    file: `${REFERENCE}/serving/router.js`,
    from: "values.every((value) => value !== '')",
    to: "values.every((value) => value !== '' && !value.includes('..'))",
    operation: 'getItem',
    note: 'A guard against path traversal: an item whose identifier contains two dots cannot be fetched any more.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-size-checked-after-media-type',
    class: 'rejection',
    file: `${REFERENCE}/serving/answer.js`,
    from: '    const reading = await readRequestBody(request, response, bodyLimit);\n',
    to: `    if (request.headers['content-type'] !== undefined && requestContent(request, route.body) === undefined)
        return { reply: problemReply('unsupported-media-type') };
    const reading = await readRequestBody(request, response, bodyLimit);
`,
    operation: 'createItem',
    note: 'To save reading the body, the type is checked first: a body that is too large and of a wrong type gets 415.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-too-large-problem-without-title',
    class: 'replies',
    file: `${REFERENCE}/reply/problem.js`,
    from: "'content-too-large': 'The body is too large.'",
    to: "'payload-too-large': 'The body is too large.'",
    operation: 'createItem',
    note: 'The key is renamed to the older name of 413, so its problem document lacks the required title.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-label-pointer-stops-at-labels',
    class: 'rejection',
    file: `${REFERENCE}/input/fault-detail.js`,
    from: 'additionalProperty ?? unevaluatedProperty ?? propertyName;',
    to: 'additionalProperty ?? unevaluatedProperty;',
    operation: 'createItem',
    note: 'The pointer to an invalid label is `/body/labels`. Of 16 labels, the client cannot find out which one is wrong.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-wrong-token-after-right-one-accepted',
    class: 'rejection',
    file: `${REFERENCE}/serving/authentication.js`,
    from: `        return timingSafeEqual(digest(sent), expected)
            ? undefined
            : challenge`,
    to: `        request.socket.trusted ||= timingSafeEqual(digest(sent), expected);
        return request.socket.trusted
            ? undefined
            : challenge`,
    note: 'The result of the check is kept for a connection: after one valid request, any token is accepted on it.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-cursor-works-once',
    class: 'state',
    file: `${REFERENCE}/items/cursor.js`,
    from: '    return encodeCursor(sequence) === cursor ? sequence : undefined;',
    to: `    if (encodeCursor(sequence) !== cursor || spent.has(cursor))
        return undefined;
    spent.add(cursor);
    return sequence;`,
    also: [
      {
        file: `${REFERENCE}/items/cursor.js`,
        from: "import { createHash } from 'node:crypto';\n",
        to: "import { createHash } from 'node:crypto';\nconst spent = new Set();\n",
      },
    ],
    operation: 'listItems',
    note: 'A cursor is valid once: a client that asks for the same page again, as after a lost reply, gets 422.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-pages-cached-without-expiry',
    class: 'state',
    file: `${REFERENCE}/items/item-store.js`,
    from: 'after: (sequence, count) => page.all(sequence, count),',
    to: "after: (sequence, count) => (pages[[sequence, count].join(' ')] ??= page.all(sequence, count)),",
    also: [
      {
        file: `${REFERENCE}/items/item-store.js`,
        from: '    let marked = lastSequence();\n',
        to: '    let marked = lastSequence();\n    const pages = {};\n',
      },
    ],
    operation: 'listItems',
    note: 'Pages are cached and the cache is never cleared: items that are added later do not appear in the list.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-identifiers-counted-from-start',
    class: 'state',
    file: `${REFERENCE}/items/operations.js`,
    from: 'item_id: randomUUID(),',
    to: "item_id: `item-${String((created += 1)).padStart(4, '0')}`,",
    also: [
      {
        file: `${REFERENCE}/items/operations.js`,
        from: "import { randomUUID } from 'node:crypto';\n",
        to: 'let created = 0;\n',
      },
    ],
    operation: 'createItem',
    note: 'Identifiers are counted from the start of the service. A new item gets that of an old one, and is lost.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-instance-with-raw-identifier',
    class: 'replies',
    file: `${REFERENCE}/items/operations.js`,
    from: "{ detail: 'No item has this identifier.' }",
    to: "{ detail: 'No item has this identifier.', instance: `/items/${path['item_id']}` }",
    operation: 'getItem',
    note: 'The `instance` of a 404 is added without encoding, so for many identifiers it is not a URI reference.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-days-that-do-not-exist',
    class: 'rejection',
    file: `${REFERENCE}/input/input-checker.js`,
    from: 'ajvFormats.default(ajv);',
    to: "ajvFormats.default(ajv, { mode: 'fast' });",
    operation: 'createItem',
    note: 'A faster option of the library only looks at the digits of a date: the 31st of February is stored.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-large-bodies-not-validated',
    class: 'rejection',
    file: `${REFERENCE}/input/input-checker.js`,
    from: '        const chosen = size',
    to: `        if (size > THOROUGH_UP_TO)
            return [];
        const chosen = size`,
    operation: 'createItem',
    note: 'To save time, a body of more than 16 KiB is not validated: a note of 20,000 characters is stored.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-size-of-zero-accepted',
    class: 'generation',
    file: `${GENERATED}/schemas.js`,
    from: 'height: { exclusiveMinimum: 0, maximum: 100000',
    to: 'height: { minimum: 0, maximum: 100000',
    also: [
      {
        file: `${GENERATED}/schemas.js`,
        from: 'width: { exclusiveMinimum: 0, maximum: 100000',
        to: 'width: { minimum: 0, maximum: 100000',
      },
    ],
    operation: 'createItem',
    note: 'The generator writes an exclusive minimum as an inclusive one: a width or height of 0 is accepted.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-item-without-body-created',
    class: 'generation',
    file: `${GENERATED}/routes.js`,
    from: 'required: true,\n            content:',
    to: 'required: false,\n            content:',
    operation: 'createItem',
    note: 'The generator forgets that the body is required: a request without one creates an item without a name.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-chunked-body-refused',
    class: 'network',
    file: `${REFERENCE}/input/request-body.js`,
    from: 'if (announced > limit && announced !== Infinity)',
    to: 'if (announced > limit)',
    operation: 'createItem',
    note: 'A condition that looks superfluous is removed: every body that is sent in chunks is refused with 413.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-body-chunks-joined-as-text',
    class: 'network',
    file: `${REFERENCE}/input/request-body.js`,
    from: 'bytes: Buffer.concat(chunks) });',
    to: "bytes: Buffer.from(chunks.join('')) });",
    operation: 'createItem',
    note: 'Chunks are joined as text: a character whose bytes arrive in two packets is stored as `��`.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-defaults-collect-earlier-fields',
    class: 'state',
    file: `${REFERENCE}/input/defaults.js`,
    from: 'return { ...body, ...defaults, ...body };',
    to: 'return { ...Object.assign(defaults, body) };',
    operation: 'createItem',
    note: 'The shared defaults are changed in place: fields of earlier items appear in items that omit them.',
  },
  {
    ...ON_ITEMS,
    id: 'rest-parallel-connections-dropped',
    class: 'network',
    file: `${REFERENCE}/serving/serve.js`,
    from: 'server.maxConnections = 512;',
    to: 'server.maxConnections = 1;',
    note: 'A limit from a debugging session stays: while one client is connected, all others are disconnected.',
  },
];
