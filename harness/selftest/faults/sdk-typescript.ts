import type { PlantedFault } from './planted-fault.js';

const RUNTIME = 'dist/surfaces/sdk_typescript/runtime';
const ON_SDK = { surface: 'sdk_typescript', blame: 'surface' } as const;
const VALUES = { ...ON_SDK, class: 'values' } as const;
const REPLIES = { ...ON_SDK, class: 'replies' } as const;
const NETWORK = { ...ON_SDK, class: 'network' } as const;
const BODY = {
  ...VALUES,
  file: `${RUNTIME}/encode-body.js`,
  from: 'plain(JSON.stringify(value));',
  operation: 'createItem',
} as const;
const REPLY = { ...REPLIES, file: `${RUNTIME}/read-reply.js` } as const;

/** Common bugs of SDKs and HTTP clients, planted in the TypeScript SDK. */
export const SDK_TYPESCRIPT: readonly PlantedFault[] = [
  {
    ...BODY,
    id: 'ts-body-drops-empty-strings',
    to: "plain(JSON.stringify(value, (name, member) => (member === '' && /[a-z]/.test(name) ? undefined : member)));",
  },
  {
    ...BODY,
    id: 'ts-body-drops-zero',
    to: 'plain(JSON.stringify(value, (_, member) => (member === 0 ? undefined : member)));',
  },
  {
    ...BODY,
    id: 'ts-body-camel-case-names',
    to: 'plain(JSON.stringify(value).replaceAll(\'"due_on":\', \'"dueOn":\'));',
    smallest: { body: { name: 'a', due_on: '2000-01-01' } },
  },
  {
    ...BODY,
    id: 'ts-body-date-to-instant',
    to: "plain(JSON.stringify(value, (name, member) => (name === 'due_on' && !Number.isNaN(Date.parse(member)) ? new Date(member).toISOString() : member)));",
    smallest: { body: { name: 'a', due_on: '2000-01-01' } },
  },
  {
    ...BODY,
    id: 'ts-body-number-text-becomes-number',
    to: "plain(JSON.stringify(value, (name, member) => (name === 'serial' && Number.isSafeInteger(Number(member)) ? Number(member) : member)));",
    smallest: { body: { name: 'a', serial: '0' } },
  },
  {
    ...BODY,
    id: 'ts-body-sorts-in-place',
    to: 'plain((Array.isArray(value?.tags) && value.tags.sort(), JSON.stringify(value)));',
    smallest: { body: { name: 'a', tags: ['a', ''] } },
  },
  {
    ...BODY,
    id: 'ts-body-adds-client-member',
    to: 'plain(JSON.stringify(value?.name === undefined ? value : { ...value, client: "sdk" }));',
    smallest: { body: { name: 'a' } },
  },
  {
    ...BODY,
    id: 'ts-body-without-trailing-bytes',
    to: 'plain(Buffer.from(JSON.stringify(value)).subarray(0, 4096));',
    note: 'The SDK cuts off a body after 4096 bytes.',
  },
  {
    ...VALUES,
    id: 'ts-path-not-encoded',
    file: `${RUNTIME}/percent-encode.js`,
    from: 'return encoded(encodeURIComponent, text).replace',
    to: 'return encoded(encodeURI, text).replace',
    operation: 'getItem',
  },
  {
    ...VALUES,
    id: 'ts-path-encoded-twice',
    file: `${RUNTIME}/build-request.js`,
    from: "pathSegment(parameter, texts.join('')))",
    to: "encodeURIComponent(pathSegment(parameter, texts.join(''))))",
    operation: 'getItem',
  },
  {
    ...VALUES,
    id: 'ts-path-replacement-pattern',
    file: `${RUNTIME}/build-request.js`,
    from: "() => pathSegment(parameter, texts.join('')))",
    to: "pathSegment(parameter, texts.join('')))",
    operation: 'getItem',
    equivalent:
      'The edit has no effect: a replacement pattern starts with `$`, and percent-encoded text contains no `$`.',
  },
  {
    ...VALUES,
    id: 'ts-path-normalises-unicode',
    file: `${RUNTIME}/percent-encode.js`,
    from: 'return encode(text);',
    to: "return encode(text.normalize('NFC'));",
    operation: 'getItem',
  },
  {
    ...VALUES,
    id: 'ts-query-drops-falsy',
    file: `${RUNTIME}/build-request.js`,
    from: 'if (value === undefined) {',
    to: 'if (!value) {',
    operation: 'listItems',
    note: 'The SDK drops an empty cursor and a limit of 0, so the service accepts invalid input.',
  },
  {
    ...VALUES,
    id: 'ts-query-sends-default',
    file: `${RUNTIME}/build-request.js`,
    from: 'place(draft, parameter, argument(args, parameter.argument));',
    to: "place(draft, parameter, argument(args, parameter.argument) ?? (parameter.name === 'limit' ? 50 : undefined));",
    operation: 'listItems',
    smallest: {},
  },
  {
    ...REPLY,
    id: 'ts-reply-null-becomes-omitted',
    from: 'return document.value;',
    to: 'return JSON.parse(JSON.stringify(document.value, (_, member) => member ?? undefined));',
  },
  {
    ...REPLY,
    id: 'ts-reply-keeps-only-known-members',
    from: 'return document.value;',
    to: 'return Object.fromEntries(Object.entries(document.value).filter(([name]) => KNOWN.has(name)));',
    also: [
      {
        file: `${RUNTIME}/read-reply.js`,
        from: '/** Returns the result of a call.',
        to: "const KNOWN = new Set('items next_cursor item_id version name note status quantity serial price due_on observed_at tags labels size source created_at updated_at'.split(' '));\n/** Returns the result of a call.",
      },
    ],
    note: 'The SDK drops properties that later versions of the contract may add.',
  },
  {
    ...REPLY,
    id: 'ts-reply-big-numbers-rounded',
    from: 'return document.value;',
    to: 'return JSON.parse(JSON.stringify(document.value), (_, member) => (Number.isInteger(member) && Math.abs(member) > 4294967295 ? Math.trunc(member / 1000) * 1000 : member));',
  },
  {
    ...REPLY,
    id: 'ts-reply-parses-dates',
    from: 'return document.value;',
    to: 'return JSON.parse(JSON.stringify(document.value), (name, member) => (name.endsWith("_at") && !Number.isNaN(Date.parse(member)) ? new Date(member).toISOString() : member));',
  },
  {
    ...REPLY,
    id: 'ts-reply-latin1',
    from: "new TextDecoder('utf-8', { fatal: true }).decode(body)",
    to: "Buffer.from(body).toString('latin1')",
  },
  {
    ...REPLY,
    id: 'ts-problem-lost',
    from: 'throw errorForStatus(reply.status, problemOf(reply), reply.headers);',
    to: 'throw errorForStatus(reply.status, { type: "about:blank", status: reply.status }, reply.headers);',
  },
  {
    ...REPLY,
    id: 'ts-problem-errors-lost',
    from: 'throw errorForStatus(reply.status, problemOf(reply), reply.headers);',
    to: 'throw errorForStatus(reply.status, (({ errors, ...problem }) => problem)(problemOf(reply)), reply.headers);',
  },
  {
    ...REPLY,
    id: 'ts-undocumented-2xx-of-html',
    from: "else if (!json && operation.returns.includes('text'))",
    to: 'else if (!json)',
    note: 'The SDK returns an HTML page of a proxy with status 200 as the result.',
  },
  {
    ...REPLY,
    id: 'ts-redirect-is-success',
    from: 'if (reply.status < 200 || reply.status > 299)',
    to: 'if (reply.status < 200 || reply.status > 399)',
    also: [
      {
        file: `${RUNTIME}/read-reply.js`,
        from: 'if (reply.body.byteLength === 0 && mayBeEmpty(operation, reply))',
        to: 'if (reply.status > 299 || (reply.body.byteLength === 0 && mayBeEmpty(operation, reply)))',
      },
    ],
  },
  {
    ...REPLY,
    id: 'ts-server-error-is-empty-result',
    from: 'if (reply.status < 200 || reply.status > 299)',
    to: 'if (reply.status === 503) return undefined;\n    if (reply.status < 200 || reply.status > 299)',
  },
  {
    ...REPLY,
    id: 'ts-malformed-json-is-undefined',
    from: 'const document = parsed(reply);\n        if (document !== undefined)',
    to: 'const document = parsed(reply) ?? {};\n        if (document !== undefined)',
  },
  {
    ...REPLIES,
    id: 'ts-not-found-is-undefined',
    file: `${RUNTIME}/transport.js`,
    from: 'return readReply(operation, await this.#exchange(request, options));',
    to: 'const reply = await this.#exchange(request, options);\n        return reply.status === 404 ? undefined : readReply(operation, reply);',
    operation: 'getItem',
  },
  {
    ...NETWORK,
    id: 'ts-retries-every-method',
    file: `${RUNTIME}/transport.js`,
    from: 'return readReply(operation, await this.#exchange(request, options));',
    to: 'const reply = await this.#exchange(request, options).catch(() => this.#exchange(request, options));\n        return readReply(operation, reply);',
    note: 'The SDK sends a POST again after its connection broke.',
  },
  {
    ...NETWORK,
    id: 'ts-retries-503-at-once',
    file: `${RUNTIME}/transport.js`,
    from: 'return readReply(operation, await this.#exchange(request, options));',
    to: 'let reply = await this.#exchange(request, options);\n        if (reply.status === 503 || reply.status === 429) reply = await this.#exchange(request, options);\n        return readReply(operation, reply);',
    note: 'The SDK ignores `Retry-After`, and repeats a POST.',
  },
  {
    ...NETWORK,
    id: 'ts-truncated-reply-accepted',
    file: `${RUNTIME}/transport.js`,
    from: 'for await (const chunk of body) {\n            size',
    to: 'try { for await (const chunk of body) { chunks.push(chunk); } } catch { return Buffer.concat(chunks); }\n        for await (const chunk of []) {\n            size',
    also: [
      {
        file: `${RUNTIME}/read-reply.js`,
        from: 'const document = parsed(reply);\n        if (document !== undefined)',
        to: 'const document = parsed(reply) ?? { value: null };\n        if (document !== undefined)',
      },
    ],
    note: 'The SDK returns a truncated reply as null.',
  },
  {
    ...NETWORK,
    id: 'ts-never-times-out',
    file: `${RUNTIME}/transport.js`,
    from: 'const deadline = AbortSignal.timeout(timeoutMs);',
    to: 'const deadline = new AbortController().signal;',
  },
  {
    ...NETWORK,
    id: 'ts-transport-failure-as-undefined',
    file: `${RUNTIME}/transport.js`,
    from: 'return readReply(operation, await this.#exchange(request, options));',
    to: 'try {\n            return readReply(operation, await this.#exchange(request, options));\n        } catch (error) {\n            if (error instanceof TransportError) return null;\n            throw error;\n        }',
  },
  {
    ...ON_SDK,
    class: 'state',
    id: 'ts-result-cache',
    file: `${RUNTIME}/transport.js`,
    from: 'const request = await this.#requestOf(operation, args, options);\n        return readReply(',
    to: 'const request = await this.#requestOf(operation, args, options);\n        if (request.method === "GET" && SEEN.has(request.target)) return SEEN.get(request.target);\n        if (request.method === "GET") { const value = readReply(operation, await this.#exchange(request, options)); SEEN.set(request.target, value); return value; }\n        return readReply(',
    also: [
      {
        file: `${RUNTIME}/transport.js`,
        from: 'const DEFAULT_TIMEOUT_MS = 30_000;',
        to: 'const DEFAULT_TIMEOUT_MS = 30_000;\nconst SEEN = new Map();',
      },
    ],
    note: 'The SDK sends no request for a second GET of the same target.',
  },
  {
    ...ON_SDK,
    class: 'state',
    id: 'ts-header-of-earlier-call-stays',
    file: `${RUNTIME}/build-request.js`,
    from: 'const draft = { path: operation.path, query: [], cookies: [], headers: { accept: operation.accept } };',
    to: 'operation.query ??= [];\n    const draft = { path: operation.path, query: operation.query, cookies: [], headers: { accept: operation.accept } };',
    operation: 'listItems',
    note: 'The SDK sends the query of earlier calls again.',
  },
  {
    ...ON_SDK,
    class: 'rejection',
    id: 'ts-no-token-on-reads',
    file: `${RUNTIME}/build-request.js`,
    from: 'if (credential === undefined || token === undefined)',
    to: 'if (credential === undefined || token === undefined || draft.query.length > 0)',
    operation: 'listItems',
  },
];
