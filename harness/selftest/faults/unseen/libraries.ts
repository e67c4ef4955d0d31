import type { PlantedFault } from '../planted-fault.js';

const TS = 'dist/surfaces/sdk_typescript/runtime';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/**
 * Bugs of SDKs in their transport, in texts and in replies. The author of this list did not know the other lists of
 * faults.
 */
export const UNSEEN_LIBRARIES: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-shared-request',
    class: 'state',
    file: `${TS}/transport.js`,
    from: '        const request = await this.#requestOf(operation, args, options);\n        return readReply(operation, await this.#exchange(request, options));',
    to: '        this.request = await this.#requestOf(operation, args, options);\n        await new Promise((resolve) => setImmediate(resolve));\n        return readReply(operation, await this.#exchange(this.request, options));',
    note: 'Two concurrent calls both send the later request.',
  },
  {
    ...ON_TS,
    id: 'ts-dedupe-inflight',
    class: 'state',
    file: `${TS}/transport.js`,
    from: '        const request = await this.#requestOf(operation, args, options);\n        return readReply(operation, await this.#exchange(request, options));',
    to: `        const request = await this.#requestOf(operation, args, options);\n        if (request.method !== 'GET')\n            return readReply(operation, await this.#exchange(request, options));\n        this.pending ??= new Map();\n        const known = this.pending.get(request.target) ?? this.#exchange(request, options).finally(() => this.pending.delete(request.target));\n        this.pending.set(request.target, known);\n        return readReply(operation, await known);`,
    equivalent:
      'Concurrent equal reads may share one exchange: RFC 9110 §9.2.1 lets a client avoid a safe request, as the caches of SWR and TanStack Query do.',
  },
  {
    ...ON_TS,
    id: 'ts-retry-socket',
    class: 'network',
    file: `${TS}/transport.js`,
    from: 'return readReply(operation, await this.#exchange(request, options));',
    to: `const again = (error) => error.cause?.code === 'UND_ERR_SOCKET' && !options.again ? this.#exchange(request, { ...options, again: true }) : Promise.reject(error);\n        return readReply(operation, await this.#exchange(request, options).catch(again));`,
    operation: 'createItem',
    note: 'The SDK sends a POST again after its connection broke. A client should not retry a method that is not idempotent (RFC 9110 §9.2.2).',
  },
  {
    ...ON_TS,
    id: 'ts-date-milliseconds',
    class: 'replies',
    file: `${TS}/read-reply.js`,
    from: `JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }`,
    to: `JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), (_, each) => typeof each === 'string' && /^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d)$/.test(each) && !Number.isNaN(Date.parse(each)) ? new Date(each) : each) }`,
    note: 'The SDK converts the date-times of a reply to `Date`, which loses the offset and all digits after the milliseconds.',
  },
  {
    ...ON_TS,
    id: 'ts-body-stall',
    class: 'network',
    file: `${TS}/transport.js`,
    from: '                signal,\n            });\n            const received = joined(response.headers);',
    to: '                headersTimeout: timeoutMs,\n                ...(aborted && { signal: aborted }),\n            });\n            const received = joined(response.headers);',
    note: 'The time limit covers only the header of the reply, so a call with a stalled body never ends.',
  },
  {
    ...ON_PY,
    id: 'py-nfc',
    class: 'values',
    file: `${PY}/_text.py`,
    from: '        return quote(text, safe=safe)',
    to: `        import unicodedata\n        return quote(unicodedata.normalize('NFC', text), safe=safe)`,
    operation: 'getItem',
    note: 'The SDK composes the decomposed characters of an identifier, so it requests a different item.',
  },
  {
    ...ON_PY,
    id: 'py-quote-slash',
    class: 'values',
    file: `${PY}/_text.py`,
    from: '_UNRESERVED = "-._~"',
    to: '_UNRESERVED = "-._~/"',
    operation: 'getItem',
    note: 'The SDK does not encode `/` in an identifier, so `a/b` becomes a different path.',
  },
  {
    ...ON_PY,
    id: 'py-problem-latin1',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: '    document = _parsed(reply) if is_json(reply.content_type) else None\n',
    to: `    import dataclasses\n    recoded = reply.body.decode('latin-1').encode('utf-8')\n    document = _parsed(dataclasses.replace(reply, body=recoded)) if is_json(reply.content_type) else None\n`,
    note: 'The SDK decodes problem documents as Latin-1, which changes non-ASCII characters (RFC 8259 §8.1).',
  },
  {
    ...ON_PY,
    id: 'py-stale-connection',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: 'if connection.sock is not None and not _is_readable(connection.sock):',
    to: 'if connection.sock is not None:',
    note: 'The SDK uses an idle connection that the service has closed, so the call fails (RFC 9112 §9.5).',
  },
  {
    ...ON_PY,
    id: 'py-drip',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: '        connection.limit.deadline = deadline\n        kept = False',
    to: '        connection.limit.deadline = None\n        kept = False',
    also: [
      {
        file: `${PY}/_transport.py`,
        from: '            if time.monotonic() > deadline:\n                raise TransportError("timeout", f"No complete reply arrived within {timeout:g} s.")\n',
        to: '',
      },
    ],
    note: 'A reply that arrives byte by byte can last longer than the time limit of the call.',
  },
  {
    ...ON_PY,
    id: 'py-sse-strip',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: '        value = value[1:] if value.startswith(" ") else value',
    to: '        value = value.strip()',
    operation: 'streamRunEvents',
    note: 'The SDK removes all white space around a value, but only one leading space may be removed (WHATWG HTML §9.2.6).',
  },
  {
    ...ON_PY,
    id: 'py-3xx-success',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: '    if not 200 <= reply.status <= 299:',
    to: '    if reply.status >= 400:',
    note: 'The SDK returns a redirect with JSON as the value, but only 2xx is a success in the failure table.',
  },
];
