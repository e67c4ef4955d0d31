import { describe, it } from 'vitest';
import { type Planted, type Wanted, expectFound } from './planting.js';

const CONTRACT = [
  '--contract',
  'contract/science-runtime.openapi.yaml',
  '--operation',
  'streamRunEvents',
  '--runs',
  '0',
];
const CLIENTS = [
  '--surface',
  'rest',
  'sdk_typescript',
  'sdk_python',
  'ui_card',
  '--phase',
  'streams',
  '--backend',
  'reference',
  ...CONTRACT,
];
const SERVICE = ['--surface', 'rest', 'sdk_typescript', '--phase', 'examples', '--backend', 'reference', ...CONTRACT];

const CARD = 'dist/surfaces/ui_card/runs.html';
const TYPESCRIPT = 'dist/surfaces/sdk_typescript/runtime';
const PYTHON = 'surfaces/sdk_python/reference/template_service/_events.py';

function ofStream(rule: string, surface: string, kind: string): Wanted {
  return { rule, surface, operation: 'streamRunEvents', kind };
}

const PLANTED: readonly (readonly [name: string, planted: Planted])[] = [
  [
    'no event parser treats CRLF as one line end',
    {
      edits: [
        [`${TYPESCRIPT}/event-stream.js`, 'text.split(/\\r\\n|\\n|\\r/)', 'text.split(/\\n|\\r/)'],
        [PYTHON, 're.split("\\r\\n|\\n|\\r", text)', 're.split("\\n|\\r", text)'],
        [CARD, '/\\r\\n|\\n|\\r(?!$)/', '/\\n|\\r(?!$)/'],
      ],
      flags: CLIENTS,
      want: [
        { ...ofStream('stream/parsed-alike', 'sdk_typescript', 'event-changed'), replayed: true },
        ofStream('stream/parsed-alike', 'sdk_python', 'event-changed'),
        ofStream('stream/parsed-alike', 'ui_card', 'event-changed'),
      ],
    },
  ],
  [
    'a character is split, an event without data is emitted, and a broken stream is restarted',
    {
      edits: [
        [
          `${TYPESCRIPT}/event-stream.js`,
          'this.#decoder.decode(chunk, { stream: true })',
          'new TextDecoder().decode(chunk)',
        ],
        [PYTHON, 'if not data:\n            return None', 'if False:\n            return None'],
        [CARD, '"last-event-id": lastId', '"x-last-id": lastId'],
        // A stream that restarts after each break never ends, so the time limit is short.
        ['parity.config.ts', "prefix: 'svc',", "prefix: 'svc',\n  timeoutMs: 2000,"],
      ],
      flags: CLIENTS,
      want: [
        ofStream('stream/parsed-alike', 'sdk_typescript', 'event-changed'),
        ofStream('stream/parsed-alike', 'sdk_python', 'event-changed'),
        ofStream('stream/resume', 'ui_card', 'begun-anew'),
      ],
    },
  ],
  [
    'the service writes the terminal event twice',
    {
      edits: [
        [
          'dist/surfaces/rest/science_runtime/operations.js',
          'yield `id: ${id}',
          "for (let more = 0; more < (event === 'succeeded' ? 2 : 1); more += 1)\n            yield `id: ${id + more}",
        ],
      ],
      flags: SERVICE,
      want: [{ ...ofStream('stream/one-terminal', 'rest', 'terminal-repeated'), replayed: true }],
    },
  ],
  [
    'the stream ignores Last-Event-ID and restarts',
    {
      edits: [['dist/surfaces/rest/science_runtime/run.js', 'if (event.id > last)', 'if (event.id > 0)']],
      flags: SERVICE,
      want: [ofStream('stream/monotonic-ids', 'rest', 'id-not-larger')],
    },
  ],
];

describe('planted faults of the science runtime', () => {
  it.each(PLANTED)('the check finds these planted faults: %s', async (_, planted) => expectFound(planted));
});
