import type { PlantedFault } from './planted-fault.js';

const SERVICE = 'dist/surfaces/rest/science_runtime';
const OPERATION = 'streamRunEvents';
const ON_REST = { class: 'streams', surface: 'rest', blame: 'backend', operation: OPERATION } as const;
const WRITTEN = 'yield `id: ${id}\\nevent: ${event}\\ndata: ${data}\\n\\n`;';
const SERVED = { ...ON_REST, file: `${SERVICE}/operations.js`, from: WRITTEN } as const;
const ON_TS = {
  class: 'streams',
  surface: 'sdk_typescript',
  blame: 'surface',
  operation: OPERATION,
  file: 'dist/surfaces/sdk_typescript/runtime/event-stream.js',
} as const;
const TS_RESUMED = 'dist/surfaces/sdk_typescript/runtime/resumed-events.js';
const ON_PY = {
  class: 'streams',
  surface: 'sdk_python',
  blame: 'surface',
  operation: OPERATION,
  file: 'surfaces/sdk_python/reference/template_service/_events.py',
} as const;
const ON_CARD = {
  class: 'streams',
  surface: 'ui_card',
  blame: 'surface',
  operation: OPERATION,
  file: 'dist/surfaces/ui_card/runs.html',
} as const;

/** Bugs in streams of events: in services that write streams, and in clients that read streams. */
export const STREAMS: readonly PlantedFault[] = [
  {
    ...SERVED,
    id: 'stream-without-identifiers',
    to: 'yield `event: ${event}\\ndata: ${data}\\n\\n`;',
  },
  {
    ...SERVED,
    id: 'stream-terminal-twice',
    to: 'yield `id: ${id}\\nevent: ${event}\\ndata: ${data}\\n\\n${event === "succeeded" ? `id: ${id + 1}\\nevent: ${event}\\ndata: ${data}\\n\\n` : ""}`;',
  },
  {
    ...SERVED,
    id: 'stream-identifiers-from-zero',
    to: 'yield `id: ${id - 1}\\nevent: ${event}\\ndata: ${data}\\n\\n`;',
  },
  {
    ...SERVED,
    id: 'stream-identifiers-repeat',
    to: 'yield `id: ${Math.ceil(id / 2)}\\nevent: ${event}\\ndata: ${data}\\n\\n`;',
  },
  {
    ...SERVED,
    id: 'stream-undocumented-event',
    to: 'yield `id: ${id}\\nevent: ${event === "progress" ? "improved" : event}\\ndata: ${data}\\n\\n`;',
    note: 'The service sends an event of an undocumented type.',
  },
  {
    ...SERVED,
    id: 'stream-event-without-type',
    to: 'yield `id: ${id}\\n${event === "running" ? "" : `event: ${event}\\n`}data: ${data}\\n\\n`;',
  },
  {
    ...SERVED,
    id: 'stream-data-is-no-json',
    to: 'yield `id: ${id}\\nevent: ${event}\\ndata: ${event === "queued" ? JSON.parse(data).run_id : data}\\n\\n`;',
  },
  {
    ...SERVED,
    id: 'stream-data-misses-member',
    to: 'yield `id: ${id}\\nevent: ${event}\\ndata: ${event === "progress" ? JSON.stringify({ best: JSON.parse(data).best }) : data}\\n\\n`;',
    note: 'The data of an event lack the required member `iteration`.',
  },
  {
    ...SERVED,
    id: 'stream-without-running',
    to: 'if (event !== "running") yield `id: ${id}\\nevent: ${event}\\ndata: ${data}\\n\\n`;',
    note: 'The service does not send the event `running`, which only a description requires.',
    equivalent:
      'The contract states the order of states only in prose, and a client that connects late need not receive every state.',
  },
  {
    ...ON_REST,
    id: 'stream-result-differs',
    file: `${SERVICE}/run.js`,
    from: 'return this.emit(state, { run_id: this.id, state, ...rest });',
    to: 'this.emit(state, { run_id: this.id, state, ...rest, iterations: rest.iterations - 1 });\n        return JSON.stringify({ run_id: this.id, state, ...rest });',
    note: 'The data of the terminal event differ from the response of the run.',
  },
  {
    ...ON_REST,
    id: 'stream-ends-without-terminal',
    file: `${SERVICE}/run.js`,
    from: 'if (event.id > last)\n                yield event;',
    to: 'if (event.id > last && !isTerminal(event))\n                yield event;',
  },
  {
    ...ON_REST,
    id: 'stream-ignores-last-event-id',
    file: `${SERVICE}/operations.js`,
    from: "const last = Number(header['Last-Event-ID'] ?? 0);",
    to: 'const last = 0;',
  },
  {
    ...ON_REST,
    id: 'stream-resumes-one-late',
    file: `${SERVICE}/run.js`,
    from: 'if (event.id > last)',
    to: 'if (event.id > last + (last > 0 ? 1 : 0))',
    note: 'A resumed stream loses one event.',
  },
  {
    ...ON_REST,
    id: 'stream-resumes-with-last-event',
    file: `${SERVICE}/run.js`,
    from: 'if (event.id > last)',
    to: 'if (event.id >= last)',
    note: 'A resumed stream repeats one event.',
  },
  {
    ...ON_REST,
    id: 'stream-media-type',
    file: `${SERVICE}/operations.js`,
    from: "'content-type': 'text/event-stream'",
    to: "'content-type': 'text/plain'",
  },
  {
    ...ON_REST,
    id: 'stream-never-ends',
    file: `${SERVICE}/run.js`,
    from: 'if (isTerminal(event))\n                return;',
    to: '',
    note: 'The service keeps the connection open after the terminal event.',
  },
  {
    ...ON_REST,
    id: 'stream-unknown-run-is-empty',
    file: `${SERVICE}/operations.js`,
    from: "return problemReply('not-found', { detail: 'No run has this identifier.' });",
    to: "return { kind: 'stream', status: 200, headers: { 'content-type': 'text/event-stream' }, chunks: written([]) };",
  },
  {
    ...ON_TS,
    id: 'ts-stream-only-line-feeds',
    from: 'text.split(/\\r\\n|\\n|\\r/)',
    to: "text.split('\\n')",
    note: 'The SDK splits lines only at LF, but lines may also end with CRLF or CR.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-first-data-line-only',
    from: "data: data.join('\\n') };",
    to: 'data: data[0] };',
  },
  {
    ...ON_TS,
    id: 'ts-stream-keeps-blank-after-colon',
    from: "line.startsWith(' ', colon + 1) ? colon + 2 : colon + 1",
    to: 'colon + 1',
  },
  {
    ...ON_TS,
    id: 'ts-stream-type-stays',
    from: "        this.#event = '';\n        this.#data = [];",
    to: '        this.#data = [];',
    note: 'An event without a type gets the type of the previous event.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-comments-are-data',
    from: "if (name === 'data')",
    to: "if (name === 'data' || name === '')",
  },
  {
    ...ON_TS,
    id: 'ts-stream-splits-characters',
    from: 'this.#decoder.decode(chunk, { stream: true })',
    to: 'this.#decoder.decode(chunk)',
    note: 'The SDK loses a character that spans two chunks.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-chunk-is-line',
    from: 'const lines = [this.#line + first, ...rest];',
    to: 'const lines = [first, ...rest];',
    note: 'The SDK loses the start of a line that spans two chunks.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-resumes-from-start',
    file: TS_RESUMED,
    from: 'parser = new EventStreamParser(parser.lastId);',
    to: 'parser = new EventStreamParser();',
    note: 'After a break, the SDK returns the earlier events again.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-never-resumes',
    file: TS_RESUMED,
    from: 'if (!opened || !isBreak(cause))',
    to: 'if (opened || !isBreak(cause))',
  },
  {
    ...ON_TS,
    id: 'ts-stream-break-is-end',
    file: TS_RESUMED,
    from: 'if (!opened || !isBreak(cause))\n                throw cause;',
    to: 'if (opened)\n                return;\n            if (!opened || !isBreak(cause))\n                throw cause;',
    note: 'The SDK treats a broken stream as complete.',
  },
  {
    ...ON_PY,
    id: 'py-stream-half-event-at-end',
    from: '            return\n        except BrokenStream as error:',
    to: '            yield from parser.push(b"\\n\\n")\n            return\n        except BrokenStream as error:',
    note: 'The SDK returns an event without its final empty line. The event is incomplete, and must be dropped.',
  },
  {
    ...ON_PY,
    id: 'py-stream-mark-kept',
    from: '            text = text[1:] if text.startswith("\\ufeff") else text',
    to: '            pass',
    note: 'The SDK treats a byte order mark as a part of the first field.',
  },
  {
    ...ON_PY,
    id: 'py-stream-identifier-dropped',
    from: '{"id": self.last_id} if self.last_id else {}',
    to: '{}',
  },
  {
    ...ON_PY,
    id: 'py-stream-data-joined-without-line-end',
    from: '"\\n".join(data)',
    to: '"".join(data)',
  },
  {
    ...ON_PY,
    id: 'py-stream-drops-progress',
    from: '                    yield event\n                    if event',
    to: '                    if event["event"] != "progress":\n                        yield event\n                    if event',
  },
  {
    ...ON_CARD,
    id: 'card-stream-without-identifiers',
    from: 'if (id !== "") head.prepend(',
    to: 'if (id === "never") head.prepend(',
  },
  {
    ...ON_CARD,
    id: 'card-stream-in-reverse',
    from: 'log.append(eventItem(event));',
    to: 'log.prepend(eventItem(event));',
  },
  {
    ...ON_CARD,
    id: 'card-stream-last-event-missing',
    from: 'onEvent(event);\n\t\t\t\treturn terminal.includes(event.event)',
    to: 'if (!terminal.includes(event.event)) onEvent(event);\n\t\t\t\treturn terminal.includes(event.event)',
  },
  {
    ...ON_CARD,
    id: 'card-stream-break-is-end',
    from: 'if (signal.aborted || breaks > MOST_BREAKS',
    to: 'return { kind: "streamed", status };\n\t\t\tif (signal.aborted || breaks > MOST_BREAKS',
  },
];
