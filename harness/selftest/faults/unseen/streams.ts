import type { PlantedFault } from '../planted-fault.js';

const RUNS = 'dist/surfaces/rest/science_runtime';
const TS = 'dist/surfaces/sdk_typescript/runtime';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/** Bugs of event streams that an earlier version of the check missed, or reported as two findings. */
export const UNSEEN_STREAMS: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'runs-resume-lexicographic',
    class: 'streams',
    file: `${RUNS}/run.js`,
    from: 'if (event.id > last)',
    to: 'if (String(event.id) > String(last))',
    operation: 'streamRunEvents',
    note: 'A stream that resumes after event 9 lacks the events from 10 on.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-partial-line-kept',
    class: 'streams',
    file: `${TS}/resumed-events.js`,
    from: '            parser = new EventStreamParser(parser.lastId);\n',
    to: '',
    operation: 'streamRunEvents',
    note: 'The SDK joins an incomplete line before a break with the first line after the break.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-type-of-empty-event-kept',
    class: 'streams',
    file: `${TS}/event-stream.js`,
    from: `        this.#event = '';\n        this.#data = [];`,
    to: `        if (data.length > 0)\n            this.#event = '';\n        this.#data = [];`,
    operation: 'streamRunEvents',
    note: 'The type of an event without data is used for the next event without a type.',
  },
  {
    ...ON_PY,
    id: 'python-stream-waits-for-full-chunk',
    class: 'streams',
    file: `${PY}/_transport.py`,
    from: '                chunk = response.read1(_CHUNK_SIZE if left is None else min(left, _CHUNK_SIZE))',
    to: '                chunk = response.read(_CHUNK_SIZE if left is None else min(left, _CHUNK_SIZE))',
    operation: 'streamRunEvents',
    note: 'The SDK returns events only after 16 KiB have arrived or the stream has ended.',
  },
  {
    ...ON_PY,
    id: 'python-stream-total-timeout',
    class: 'streams',
    file: `${PY}/_transport.py`,
    from: '            connection.limit.deadline = None\n',
    to: '',
    operation: 'streamRunEvents',
    note: 'The time limit applies to the whole stream instead of each wait for data.',
  },
  {
    ...ON_PY,
    id: 'python-resume-after-given-event',
    class: 'streams',
    file: `${PY}/_transport.py`,
    from: '{**request.headers, **({"last-event-id": last_id} if last_id else {})}',
    to: '{**({"last-event-id": last_id} if last_id else {}), **request.headers}',
    operation: 'streamRunEvents',
    note: 'A stream with a given Last-Event-ID resumes after the given event instead of the last received event.',
  },
];
