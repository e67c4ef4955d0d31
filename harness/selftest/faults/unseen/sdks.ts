import type { PlantedFault } from '../planted-fault.js';
const TS = 'dist/surfaces/sdk_typescript/runtime';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/** Bugs of the SDKs. The author of this list did not know the other lists of faults. */
export const UNSEEN_SDKS: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-headers-shared-between-calls',
    class: 'state',
    file: `${TS}/build-request.js`,
    from: 'headers: { accept: operation.accept } };',
    to: 'headers: (operation.headers ??= { accept: operation.accept }) };',
    narrowing: { contract: 'runs' },
    note: 'A call sends the Last-Event-ID and the token of earlier calls.',
  },
  {
    ...ON_TS,
    id: 'ts-path-normalised',
    class: 'values',
    file: `${TS}/percent-encode.js`,
    from: 'encoded(encodeURIComponent, text)',
    to: 'encoded(encodeURIComponent, text.normalize())',
    operation: 'getItem',
    note: 'The SDK sends a decomposed identifier in its composed form, which is a different identifier.',
  },
  {
    ...ON_TS,
    id: 'ts-reply-proto-member-lost',
    class: 'replies',
    file: `${TS}/read-reply.js`,
    from: `JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))`,
    to: `JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), (_, value) => typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.assign({}, value) : value)`,
    note: 'The SDK loses a label named `__proto__`, which is valid.',
  },
  {
    ...ON_TS,
    id: 'ts-timeout-repeats-request',
    class: 'network',
    file: `${TS}/transport.js`,
    from: 'return readReply(operation, await this.#exchange(request, options));',
    to: `return readReply(operation, await this.#exchange(request, options).catch((error) => {
            if (error.code !== 'timeout')
                throw error;
            return this.#exchange(request, options);
        }));`,
    operation: 'createItem',
    note: 'The SDK sends a POST again after a timeout, which creates a second item.',
  },
  {
    ...ON_TS,
    id: 'ts-timeout-per-read',
    class: 'network',
    file: `${TS}/transport.js`,
    from: '                signal,\n            });',
    to: '                headersTimeout: timeoutMs,\n                bodyTimeout: timeoutMs,\n                ...(aborted && { signal: aborted }),\n            });',
    note: 'The timeout applies to each read, so a reply that arrives byte by byte never times out.',
  },
  {
    ...ON_TS,
    id: 'ts-redirect-is-value',
    class: 'replies',
    file: `${TS}/read-reply.js`,
    from: 'reply.status > 299',
    to: 'reply.status > 399',
    note: 'The SDK returns the JSON of a 302 reply as the result of the call.',
  },
  {
    ...ON_TS,
    id: 'ts-arguments-in-client',
    class: 'state',
    file: `${TS}/transport.js`,
    from: `        const token = typeof this.#token === 'function' ? await this.#token() : this.#token;`,
    to: `        this.current = args;\n        const token = await (typeof this.#token === 'function' ? this.#token() : this.#token);`,
    also: [
      {
        file: `${TS}/transport.js`,
        from: 'await buildRequest(operation, args, token)',
        to: 'await buildRequest(operation, this.current, token)',
      },
    ],
    note: 'Two concurrent calls both send the arguments of the second call.',
  },
  {
    ...ON_TS,
    id: 'ts-reply-limit-too-small',
    class: 'replies',
    file: `${TS}/transport.js`,
    from: 'const DEFAULT_REPLY_BYTES = 16 * 1024 * 1024;',
    to: 'const DEFAULT_REPLY_BYTES = 64 * 1024;',
    operation: 'listItems',
    note: 'The SDK refuses replies over 64 KiB, but a page of 100 items may need a megabyte.',
  },
  {
    ...ON_PY,
    id: 'python-floats-twelve-digits',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'parse_constant=refuse_constant)',
    to: 'parse_constant=refuse_constant, parse_float=lambda text: float(f"{float(text):.12g}"))',
    operation: 'runScienceLoop',
  },
  {
    ...ON_PY,
    id: 'python-query-list-shared',
    class: 'state',
    file: `${PY}/_request.py`,
    from: '    query: List[str] = []\n',
    to: '    query: List[str] = _QUERY\n',
    also: [
      {
        file: `${PY}/_request.py`,
        from: '@dataclass(frozen=True)\nclass Request:',
        to: '_QUERY: List[str] = []\n\n\n@dataclass(frozen=True)\nclass Request:',
      },
    ],
    note: 'The query of each call begins with the queries of earlier calls, as with a mutable default argument.',
  },
  {
    ...ON_PY,
    id: 'python-reset-is-timeout',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: 'raise TransportError("connection", f"No reply arrived: {error or type(error).__name__}") from error',
    to: 'raise TransportError("timeout", f"No reply arrived: {error or type(error).__name__}") from error',
    note: 'The SDK reports a broken connection as a timeout.',
  },
  {
    ...ON_PY,
    id: 'python-problem-detail-shortened',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: '        return document[0]\n    return {"type": "about:blank"',
    to: `        detail = document[0].get("detail")
        return {**document[0], "detail": detail[:255]} if isinstance(detail, str) else document[0]
    return {"type": "about:blank"`,
  },
  {
    ...ON_PY,
    id: 'python-header-line-break',
    class: 'rejection',
    file: `${PY}/_options.py`,
    from: `re.fullmatch(r"(?:[!-~](?:[ \\t!-~]*[!-~])?)?", text)`,
    to: `re.match(r"(?:[!-~](?:[ \\t!-~]*[!-~])?)?$", text)`,
    operation: 'streamRunEvents',
    note: 'In Python, `$` also matches before a final line break, so the SDK does not refuse a header with one. The call then fails with a ValueError of http.client.',
  },
  {
    ...ON_PY,
    id: 'python-empty-reply-is-none',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'if not reply.body and may_be_empty:',
    to: 'if not reply.body:',
  },
  {
    ...ON_PY,
    id: 'python-accepts-gzip',
    class: 'network',
    file: `${PY}/_request.py`,
    from: '{"accept": operation.accept}',
    to: '{"accept": operation.accept, "accept-encoding": "gzip, deflate"}',
    note: 'The SDK accepts gzip, which it cannot decode. Behind a proxy that compresses, every reply is unreadable.',
  },
];
