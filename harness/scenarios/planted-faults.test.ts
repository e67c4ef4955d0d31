import { describe, it } from 'vitest';
import { type Planted, expectFound } from './planting.js';

const ITEMS = ['--contract', 'contract/item-service.openapi.yaml', '--backend', 'reference'];
const QUICK = [...ITEMS, '--runs', '1'];
const CARD = 'dist/surfaces/ui_card/items.html';
const CLI = 'dist/surfaces/cli/svc-items.cjs';
const PYTHON = 'surfaces/sdk_python/reference/template_service';
const SERVICE = 'dist/surfaces/rest/reference';

const PLANTED: readonly (readonly [name: string, planted: Planted])[] = [
  [
    'each SDK has a different fault',
    {
      edits: [
        // The SDK forgets to encode a slash in an identifier.
        [
          'dist/surfaces/sdk_typescript/runtime/percent-encode.js',
          '.toUpperCase()}`);',
          ".toUpperCase()}`).replaceAll('%2F', '/');",
        ],
        // The SDK omits members that are `None`.
        [
          `${PYTHON}/_text.py`,
          'text = json.dumps(value,',
          'value = {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value\n        text = json.dumps(value,',
        ],
      ],
      flags: ['--surface', 'rest', 'sdk_typescript', 'sdk_python', '--phase', 'examples', 'boundary', ...QUICK],
      want: [
        { rule: 'parity/same-operation', surface: 'sdk_typescript', operation: 'getItem', kind: 'no-operation' },
        {
          rule: 'parity/same-request',
          surface: 'sdk_python',
          operation: 'createItem',
          kind: 'null-became-omitted',
          input: { body: { name: 'a', note: null } },
          replayed: true,
        },
      ],
    },
  ],
  [
    'the tool server and the card show wrong values to their callers',
    {
      edits: [
        // A problem is returned as a success.
        [
          'dist/surfaces/mcp/reference/call/result.js',
          '{ ...structured(value, reply.text), isError: true }',
          'structured(value, reply.text)',
        ],
        // The card shows an error, but also still shows its previous result.
        [
          CARD,
          '#show(view) {\n\t\t\tthis.output.replaceChildren(view);',
          '#show(view) {\n\t\t\tthis.output.append(view);',
        ],
        [
          CARD,
          'this.#end();\n\t\t\tthis.output.replaceChildren();',
          'this.#end();\n\t\t\tif (this.output.querySelector("[data-view=result]") === null) this.output.replaceChildren();',
        ],
      ],
      flags: [
        '--operation',
        'getItem',
        '--surface',
        'rest',
        'mcp',
        'ui_card',
        '--phase',
        'examples',
        'boundary',
        ...QUICK,
      ],
      want: [
        { rule: 'parity/same-status', surface: 'mcp', operation: 'getItem', kind: 'failure-reported-as-success' },
        { rule: 'state/calls-apart', surface: 'ui_card', operation: 'getItem', kind: 'depends-on-earlier-call' },
      ],
    },
  ],
  [
    'the command line exits with 0 for a 404, ignores a body from a file, and treats no answer as an approval',
    {
      edits: [
        [CLI, 'return error.exitCode;', 'return error.exitCode === 11 ? 0 : error.exitCode;'],
        [CLI, 'void 0 : fileBytes("body-file", file, usage);', 'void 0 : new Uint8Array();'],
        [
          CLI,
          'if (!process.stdin.isTTY || !process.stderr.isTTY) {',
          'if (!process.stdin.isTTY || !process.stderr.isTTY) {\n return;',
        ],
      ],
      flags: ['--surface', 'rest', 'cli', '--phase', 'examples', 'valid', 'gates', '--runs', '6', ...ITEMS],
      want: [
        {
          rule: 'parity/same-gate',
          surface: 'cli',
          operation: 'listItems',
          kind: 'request-before-approval',
          input: {},
        },
        {
          rule: 'parity/same-request',
          surface: 'cli',
          operation: 'createItem',
          kind: 'missing',
          input: { body: { name: 'a' } },
          bodyWay: 'standard-input',
          replayed: true,
        },
        {
          rule: 'parity/same-status',
          surface: 'cli',
          operation: 'getItem',
          kind: 'failure-reported-as-success',
          replayed: true,
        },
      ],
    },
  ],
  [
    'the service drops a field, does not authenticate one operation, has a wrong status for unknown ids, and asserts no formats',
    {
      edits: [
        [`${SERVICE}/items/operations.js`, 'store.add(item);', 'delete item.quantity;\n    store.add(item);'],
        [`${SERVICE}/items/operations.js`, "problemReply('not-found', {", "problemReply('invalid-input', {"],
        [`${SERVICE}/input/input-checker.js`, 'ajvFormats.default(ajv);', 'ajv.opts.validateFormats = false;'],
        [`${SERVICE}/serving/answer.js`, '(route?.authenticated ?? true)', "(route?.operationId !== 'listItems')"],
      ],
      flags: ['--surface', 'rest', 'sdk_typescript', '--phase', 'examples', 'valid', 'invalid', ...QUICK],
      want: [
        {
          rule: 'conformance/authentication-enforced',
          surface: 'rest',
          operation: 'listItems',
          kind: 'token-not-checked',
          input: {},
        },
        {
          rule: 'conformance/invalid-rejected',
          surface: 'rest',
          operation: 'getItem',
          kind: 'absent-answered-otherwise',
        },
        { rule: 'conformance/invalid-rejected', surface: 'rest', operation: 'createItem', kind: 'invalid-accepted' },
        { rule: 'state/echo', surface: 'rest', operation: 'createItem', kind: 'missing', replayed: true },
      ],
    },
  ],
  [
    'generated code is stale or edited, and the version of a tool server is not pinned',
    {
      edits: [
        ['contract/item-service.openapi.yaml', 'name: list_items\n', 'name: list_all_items\n'],
        ['surfaces/cli/generated/failures.ts', 'export const EXIT', '// by hand\nexport const EXIT'],
        [
          'contract/tool-servers.yaml',
          'pin: npm:@modelcontextprotocol/server-memory@2026.8.31',
          'pin: npm:@modelcontextprotocol/server-memory@^1.2.0',
        ],
        [
          'contract/tool-servers.yaml',
          'pin: http:https://literature.example.org/mcp\n    launch: []',
          'pin: http:https://literature.example.org/mcp\n    launch: [npx, literature]',
        ],
      ],
      flags: [
        '--surface',
        'rest',
        'cli',
        'mcp',
        '--phase',
        'lint',
        'registry',
        'inventory',
        'freshness',
        'examples',
        ...QUICK,
      ],
      want: [
        { rule: 'freshness/current', surface: 'mcp', operation: 'listItems', kind: 'stale' },
        { rule: 'freshness/current', surface: 'cli', kind: 'edited' },
        { rule: 'registry/pin-form', surface: 'memory', kind: 'version-range' },
        { rule: 'registry/http-launch', surface: 'literature', kind: 'launch-present' },
      ],
    },
  ],
  [
    'a hand-written tool declares fewer inputs than the contract, and a different result from the one it returns',
    {
      edits: [
        ['dist/surfaces/mcp/science_runtime/run-science-loop.js', 'maximum: 32 }', 'maximum: 8 }'],
        [
          'dist/surfaces/mcp/science_runtime/run-science-loop.js',
          "state: { const: 'succeeded' }",
          "state: { const: 'done' }",
        ],
      ],
      flags: [
        '--surface',
        'rest',
        'mcp',
        '--operation',
        'runScienceLoop',
        '--phase',
        'examples',
        'boundary',
        '--backend',
        'reference',
      ],
      want: [
        {
          rule: 'conformance/own-schemas',
          surface: 'mcp',
          operation: 'runScienceLoop',
          kind: 'refused-by-input-schema',
          input: { body: { objective: 'sphere', dimensions: 9, seed: 0 } },
          replayed: true,
        },
        {
          rule: 'conformance/own-schemas',
          surface: 'mcp',
          operation: 'runScienceLoop',
          kind: 'refused-by-output-schema',
        },
      ],
    },
  ],
  [
    'one tool is on a page to which no cursor leads, and another tool is not registered',
    {
      edits: [
        ['dist/surfaces/mcp/reference/offer/list-tools.js', 'const end = start + pageSize;', 'const end = start + 2;'],
        ['dist/surfaces/mcp/reference/offer/list-tools.js', '...(end < tools.length ?', '...(end < 0 ?'],
        ['dist/surfaces/mcp/science_runtime/main.js', 'tools: [RUN_SCIENCE_LOOP]', 'tools: []'],
      ],
      flags: ['--surface', 'rest', 'mcp', '--phase', 'inventory', '--backend', 'reference'],
      want: [
        { rule: 'inventory/offered', surface: 'mcp', operation: 'getItem', kind: 'missing' },
        { rule: 'inventory/offered', surface: 'mcp', operation: 'runScienceLoop', kind: 'missing' },
      ],
    },
  ],
];

/** Faults that the other scenarios do not plant. */
describe('planted faults are found', () => {
  it.each(PLANTED)('the check finds these planted faults: %s', async (_, planted) => expectFound(planted));
});
