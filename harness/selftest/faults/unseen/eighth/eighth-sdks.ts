import type { PlantedFault } from '../../planted-fault.js';

const TS = 'dist/surfaces/sdk_typescript';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/**
 * Bugs of both SDKs and of their generators, as they occur in real projects. The author of this list had not read the
 * rules of the check.
 */
export const UNSEEN_EIGHTH_SDKS: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-concurrent-equal-calls-coalesced',
    class: 'state',
    file: `${TS}/runtime/transport.js`,
    from: `        const request = await this.#requestOf(operation, args, options);
        return readReply(operation, await this.#exchange(request, options));`,
    to: `        const request = await this.#requestOf(operation, args, options);
        const key = JSON.stringify([request.method, request.target, request.headers, String(request.body)]);
        const pending = this.#pending.get(key) ?? this.#exchange(request, options);
        this.#pending.set(key, pending);
        try {
            return readReply(operation, await pending);
        }
        finally {
            this.#pending.delete(key);
        }`,
    also: [
      {
        file: `${TS}/runtime/transport.js`,
        from: '    #addresses;\n    #token;',
        to: '    #addresses;\n    #pending = new Map();\n    #token;',
      },
    ],
    note: 'Equal calls at the same time share one request, also if the method is POST: two items are to be created, but only one is.',
  },
  {
    ...ON_TS,
    id: 'ts-label-names-in-snake-case',
    class: 'values',
    file: `${TS}/runtime/encode-body.js`,
    from: 'return plain(JSON.stringify(value));',
    to: `return plain(JSON.stringify(value, (_name, member) => typeof member === 'object' && member !== null && !Array.isArray(member)
                ? Object.fromEntries(Object.entries(member).map(([name, each]) => [name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(), each]))
                : member));`,
    operation: 'createItem',
    note: 'All names of a body are converted from camel case to snake case, so the label `siteCode`, which is data, is stored as `site_code`.',
  },
  {
    ...ON_TS,
    id: 'ts-resumes-after-incomplete-event',
    class: 'streams',
    file: `${TS}/runtime/event-stream.js`,
    from: 'return this.#lastId;',
    to: 'return this.#id;',
    operation: 'streamRunEvents',
    note: 'If the connection breaks after the `id` line of an event, the stream is resumed after this event, which was not complete and is lost.',
  },
  {
    ...ON_TS,
    id: 'ts-time-limit-ends-with-headers',
    class: 'network',
    file: `${TS}/runtime/transport.js`,
    from: 'const deadline = AbortSignal.timeout(timeoutMs);',
    to: `const timing = new AbortController();
        const timer = setTimeout(() => timing.abort(), timeoutMs);
        const deadline = timing.signal;`,
    also: [
      {
        file: `${TS}/runtime/transport.js`,
        from: '                signal,\n            });',
        to: '                signal,\n            }).finally(() => clearTimeout(timer));',
      },
    ],
    note: 'The timer is stopped when the headers of a reply arrive, so a call waits forever for a body that does not end.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-continues-after-terminal-event',
    class: 'streams',
    file: `${TS}/runtime/resumed-events.js`,
    from: `                    if (terminal.includes(event.event))
                        return;
`,
    to: '',
    operation: 'streamRunEvents',
    note: 'A stream ends only when the service closes the connection: events after the terminal one are returned, and an open connection never ends.',
  },
  {
    ...ON_TS,
    id: 'generator-ts-null-lost-from-unions',
    class: 'generation',
    file: `${TS}/rendering/render-type.js`,
    from: "type.members.map((member) => bracketed(member, 'intersection', indent));",
    to: "type.members.filter(({ name }) => name !== 'null').map((member) => bracketed(member, 'intersection', indent));",
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'Types of values that may be null do not include `null`, so TypeScript refuses `note: null` and takes `next_cursor` for a string.',
  },
  {
    ...ON_PY,
    id: 'py-headers-kept-between-calls',
    class: 'state',
    file: `${PY}/_transport.py`,
    from: 'headers = {**self._headers, **request.headers, **own}',
    to: 'self._headers.update({**request.headers, **own})\n        headers = dict(self._headers)',
    narrowing: { contract: 'runs' },
    note: 'The headers of each call become headers of the client: after a resumed stream, every later call also sends its `Last-Event-ID`.',
  },
  {
    ...ON_PY,
    id: 'py-retry-of-stream-in-seconds',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: 'self.pause = int(value) / 1000',
    to: 'self.pause = float(value)',
    operation: 'streamRunEvents',
    note: 'The field `retry` of a stream is taken for seconds, so a broken stream is resumed after up to ten seconds and not after some milliseconds.',
  },
  {
    ...ON_PY,
    id: 'py-lone-surrogates-sent-as-bytes',
    class: 'values',
    file: `${PY}/_text.py`,
    from: 'return text.encode("utf-8")',
    to: 'return text.encode("utf-8", "surrogatepass")',
    note: 'A lone surrogate in a body is sent as three bytes that are not UTF-8, so the service refuses the body as malformed.',
  },
  {
    ...ON_PY,
    id: 'py-interim-reply-taken-as-final',
    class: 'network',
    file: `${PY}/_connection.py`,
    from: `        while 100 <= self.status < 200 and self.status != 101:
            self.headers = self.msg = None  # type: ignore[assignment]
            super().begin()
`,
    to: '',
    note: 'An interim response such as 103 is taken for the reply, and the reply itself stays on the connection.',
  },
  {
    ...ON_PY,
    id: 'py-time-limit-of-each-read',
    class: 'network',
    file: `${PY}/_connection.py`,
    from: 'left = self.deadline - time.monotonic()',
    to: 'left = self.silence',
    also: [
      {
        file: `${PY}/_transport.py`,
        from: `            if time.monotonic() > deadline:
                raise TransportError("timeout", f"No complete reply arrived within {timeout:g} s.")
`,
        to: '',
      },
    ],
    note: 'As in Requests, the time limit starts again with each read, so a reply that arrives byte by byte takes any time.',
  },
  {
    ...ON_PY,
    id: 'py-html-success-is-returned',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'elif not json_reply and "text" in operation.returns:',
    to: 'elif not json_reply:',
    note: 'A page with the status 200, such as the login page of a proxy, is returned as the result, although the contract documents only JSON.',
  },
];
