import type { PlantedFault } from '../../planted-fault.js';

const TS = 'dist/surfaces/sdk_typescript';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;

/**
 * Bugs of the TypeScript SDK and of its generator, as they occur in real projects. The author of this list had not read
 * the rules of the check.
 */
export const UNSEEN_NINTH_SDK_TYPESCRIPT: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-path-template-filled-once',
    class: 'state',
    file: `${TS}/runtime/build-request.js`,
    from: '    authorise(draft, operation, token);',
    to: '    operation.path = draft.path;\n    authorise(draft, operation, token);',
    operation: 'getItem',
    note: 'The identifier is written into the template of the operation itself, so every later call fetches the first item again.',
  },
  {
    ...ON_TS,
    id: 'ts-chunks-of-concurrent-replies-mixed',
    class: 'state',
    file: `${TS}/runtime/transport.js`,
    from: '        const chunks = [];',
    to: '        this.#chunks = [];',
    also: [
      { file: `${TS}/runtime/transport.js`, from: 'chunks.push(chunk);', to: 'this.#chunks.push(chunk);' },
      {
        file: `${TS}/runtime/transport.js`,
        from: 'return Buffer.concat(chunks);',
        to: 'return Buffer.concat(this.#chunks);',
      },
      {
        file: `${TS}/runtime/transport.js`,
        from: '    #addresses;\n    #token;',
        to: '    #addresses;\n    #chunks = [];\n    #token;',
      },
    ],
    note: 'The parts of a reply are collected in a field of the client, so the replies to two calls at the same time are mixed.',
  },
  {
    ...ON_TS,
    id: 'ts-follows-redirected-reads',
    class: 'replies',
    file: `${TS}/runtime/transport.js`,
    from: '            const response = await pool.request({\n                method,',
    to: '            let response = await pool.request({\n                method,',
    also: [
      {
        file: `${TS}/runtime/transport.js`,
        from: '                signal,\n            });',
        to: `                signal,
            });
            const location = response.headers['location'];
            if (method === 'GET' && response.statusCode >= 301 && response.statusCode <= 308 && location !== undefined)
                response = await follow(new URL(String(location), origin), { method, headers, signal });`,
      },
      {
        file: `${TS}/runtime/transport.js`,
        from: 'async #exchange({ pool, prefix,',
        to: 'async #exchange({ pool, origin, prefix,',
      },
      {
        file: `${TS}/runtime/transport.js`,
        from: "import { buildRequest } from './build-request.js';",
        to: "import { request as follow } from 'undici';\nimport { buildRequest } from './build-request.js';",
      },
      {
        file: `${TS}/runtime/service-address.js`,
        from: 'return { pool, prefix:',
        to: 'return { pool, origin, prefix:',
      },
    ],
    note: 'A redirected GET is followed with the token, also to another host, and the other resource is returned as the result.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-begins-with-empty-position',
    class: 'streams',
    file: `${TS}/runtime/transport.js`,
    from: "lastId === '' ? request : continued(request, lastId)",
    to: 'continued(request, lastId)',
    operation: 'streamRunEvents',
    note: 'The first request of a stream has an empty `Last-Event-ID`, which replaces a given one and which the contract forbids.',
  },
  {
    ...ON_TS,
    id: 'generator-typescript-terminal-events-lost',
    class: 'generation',
    file: `${TS}/rendering/render-client.js`,
    from: '        ...(terminal !== undefined && { terminal }),\n',
    to: '',
    narrowing: { contract: 'runs', phases: ['freshness'], surfaces: [] },
    note: 'The generated operations lack the terminal events of a stream, so their streams are read as single replies.',
  },
  {
    ...ON_TS,
    id: 'ts-failure-without-title-crashes',
    class: 'replies',
    file: `${TS}/generated/errors.js`,
    from: "`${status} ${problem.title ?? problem.detail ?? problem.type ?? ''}`.trimEnd()",
    to: '`${status} ${problem.title.trim()}`',
    note: 'A failure whose body has no title, such as a page of a proxy, is a `TypeError` and not an `ApiError` with the status.',
  },
  {
    ...ON_TS,
    id: 'ts-path-sub-delimiters-not-encoded',
    class: 'values',
    file: `${TS}/runtime/percent-encode.js`,
    from: "return encoded(encodeURIComponent, text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);",
    to: 'return encoded(encodeURIComponent, text);',
    operation: 'getItem',
    note: "The characters `!'()*` of an identifier are sent as they are, but the contract states that characters that RFC 3986 reserves are encoded.",
  },
  {
    ...ON_TS,
    id: 'ts-media-type-prefix-is-json',
    class: 'replies',
    file: `${TS}/runtime/media-type.js`,
    from: "type === 'application/json' ||",
    to: "type.startsWith('application/json') ||",
    note: 'A reply of another type, such as `application/json-seq` or `application/jsonl`, is returned as the documented JSON.',
    equivalent:
      'The content is still parsed as JSON, so a sequence in another format fails. The method `json()` of the Fetch standard reads such a reply in the same way, whatever its type is.',
  },
  {
    ...ON_TS,
    id: 'ts-repeated-headers-first-only',
    class: 'replies',
    file: `${TS}/runtime/transport.js`,
    from: "[value ?? ''].flat().join(', ')",
    to: "[value ?? ''].flat()[0]",
    note: 'Of several fields with one name, an error has only the first: a second challenge or the rest of `Allow` is lost (RFC 9110 §5.3).',
  },
  {
    ...ON_TS,
    id: 'ts-silent-stream-never-times-out',
    class: 'streams',
    file: `${TS}/runtime/transport.js`,
    from: 'bodyTimeout: timeoutMs, ...(signal',
    to: 'bodyTimeout: 0, ...(signal',
    operation: 'streamRunEvents',
    note: 'The time limit does not apply to pauses of a stream, so a stream whose connection is silent never ends.',
    equivalent:
      'WHATWG HTML §9.2 sets no limit for pauses of a stream, and the contract promises no keep-alive. `EventSource` waits as well, and a caller can end the stream by its signal.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-position-of-block-without-data-ignored',
    class: 'streams',
    file: `${TS}/runtime/event-stream.js`,
    from: '        this.#lastId = this.#id;\n        if (data.length > 0)\n            this.#began = true;',
    to: '        if (data.length > 0) {\n            this.#lastId = this.#id;\n            this.#began = true;\n        }',
    operation: 'streamRunEvents',
    note: 'A block that has only an `id` also sets the position (WHATWG HTML §9.2.6), but the stream is resumed after an earlier one.',
  },
  {
    ...ON_TS,
    id: 'ts-body-astral-characters-escaped-with-five-digits',
    class: 'values',
    file: `${TS}/runtime/encode-body.js`,
    from: 'return plain(JSON.stringify(value));',
    to: String.raw`return plain(JSON.stringify(value).replace(/[^\0-\x7f]/gu, (each) => '\\u' + each.codePointAt(0).toString(16).padStart(4, '0')));`,
    operation: 'createItem',
    note: 'So that bodies are ASCII, characters are escaped by their code point: an emoji becomes `\\u1f527`, which means two other characters.',
  },
];
