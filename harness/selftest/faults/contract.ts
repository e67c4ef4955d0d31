import type { PlantedFault } from './planted-fault.js';

const FILE = 'contract/item-service.openapi.yaml';
const REGISTRY = 'contract/tool-servers.yaml';
/** Members that all lint faults share. Findings of the lint have no surface. */
const LINT = {
  class: 'contract',
  surface: '',
  blame: 'contract',
  file: FILE,
  narrowing: { phases: ['lint'], surfaces: [] },
} as const;
const PIN = {
  class: 'contract',
  blame: 'contract',
  file: REGISTRY,
  narrowing: { phases: ['registry'], surfaces: [] },
} as const;

/** Faults of the contract itself, and of the registry of tool servers. */
export const CONTRACT: readonly PlantedFault[] = [
  {
    ...LINT,
    id: 'contract-tool-missing',
    from: '      x-svc-mcp-tool:\n        name: get_item\n        description: Fetch one item by identifier\n',
    to: '',
    operation: 'getItem',
  },
  {
    ...LINT,
    id: 'contract-tool-in-camel-case',
    from: 'name: get_item\n',
    to: 'name: getItem\n',
    operation: 'getItem',
  },
  {
    ...LINT,
    id: 'contract-tool-name-with-blank',
    from: 'name: get_item\n',
    to: 'name: get item\n',
    operation: 'getItem',
  },
  {
    ...LINT,
    id: 'contract-tool-name-twice',
    from: 'name: get_item\n',
    to: 'name: list_items\n',
  },
  {
    ...LINT,
    id: 'contract-command-missing',
    from: '      x-svc-cli:\n        command: get-item\n        description: Fetch one item by identifier\n',
    to: '',
    operation: 'getItem',
  },
  {
    ...LINT,
    id: 'contract-command-of-another-operation',
    from: 'command: get-item',
    to: 'command: read-entry',
    equivalent:
      'Naming a command after its operationId is a convention, so the lint reports a different name only as a hint.',
  },
  {
    ...LINT,
    id: 'contract-command-twice',
    from: 'command: get-item',
    to: 'command: list-items',
  },
  {
    ...LINT,
    id: 'contract-gate-twice',
    from: 'x-svc-hitl-gate: get_item_review',
    to: 'x-svc-hitl-gate: list_items_review',
  },
  {
    ...LINT,
    id: 'contract-example-out-of-range',
    from: "quantity: -9007199254740991\n                  serial: '-9223372036854775808'\n                  price: 0\n",
    to: "quantity: -9007199254740993\n                  serial: '-9223372036854775808'\n                  price: 0\n",
    operation: 'createItem',
  },
  {
    ...LINT,
    id: 'contract-example-misses-member',
    from: '                      - item_id: item-0001\n                        version: 1\n',
    to: '                      - item_id: item-0001\n',
    operation: 'listItems',
  },
  {
    ...LINT,
    id: 'contract-401-undocumented',
    from: "        '401':\n          $ref: '#/components/responses/Unauthenticated'\n        '404':",
    to: "        '404':",
    operation: 'getItem',
  },
  {
    ...LINT,
    id: 'contract-challenge-undocumented',
    from: "      headers:\n        WWW-Authenticate:\n          $ref: '#/components/headers/WwwAuthenticate'\n",
    to: '',
    also: [
      {
        file: FILE,
        from: '    WwwAuthenticate:\n      description: The challenge (RFC 9110 §11.6.1).\n      required: true\n      schema:\n        type: string\n        pattern: \'^Bearer( [ -~]+)?$\'\n        maxLength: 200\n      example: Bearer realm="items"\n',
        to: '',
      },
    ],
  },
  {
    ...LINT,
    id: 'contract-allow-undocumented',
    from: "      headers:\n        Allow:\n          $ref: '#/components/headers/Allow'\n",
    to: '',
    also: [
      {
        file: FILE,
        from: "    Allow:\n      description: The methods that the path supports (RFC 9110 §10.2.1).\n      required: true\n      schema:\n        type: string\n        pattern: '^[A-Z]+(, ?[A-Z]+)*$'\n        maxLength: 200\n      example: GET, POST\n",
        to: '',
      },
    ],
  },
  {
    ...LINT,
    id: 'contract-413-undocumented',
    from: "        '413':\n          $ref: '#/components/responses/ContentTooLarge'\n",
    to: '',
    also: [
      {
        file: FILE,
        from: "    ContentTooLarge:\n      description: The body has more than 65,536 bytes.\n      content:\n        application/problem+json:\n          schema:\n            $ref: '#/components/schemas/Problem'\n          examples:\n            large:\n              value:\n                type: urn:problem-type:content-too-large\n                title: The body is too large.\n                status: 413\n                detail: At most 65,536 bytes are taken.\n",
        to: '',
      },
    ],
    operation: 'createItem',
  },
  {
    ...LINT,
    id: 'contract-problem-as-json',
    from: 'description: No item has this identifier.\n      content:\n        application/problem+json:',
    to: 'description: No item has this identifier.\n      content:\n        application/json:',
  },
  {
    ...LINT,
    id: 'contract-nullable',
    from: 'description: The state of the item.\n',
    to: 'description: The state of the item.\n      nullable: true\n',
  },
  {
    ...LINT,
    id: 'contract-older-dialect',
    from: 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema',
    to: 'jsonSchemaDialect: http://json-schema.org/draft-07/schema#',
  },
  {
    ...LINT,
    id: 'contract-dialect-not-named',
    from: 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n',
    to: '',
  },
  {
    ...PIN,
    id: 'registry-range',
    from: 'pin: npm:@modelcontextprotocol/server-memory@2026.8.31',
    to: 'pin: npm:@modelcontextprotocol/server-memory@^2026.8.31',
    surface: 'memory',
  },
  {
    ...PIN,
    id: 'registry-tag',
    from: 'pin: npm:chrome-devtools-mcp@1.11.0',
    to: 'pin: npm:chrome-devtools-mcp@latest',
    surface: 'devtools',
  },
  {
    ...PIN,
    id: 'registry-no-version',
    from: 'pin: uv:mcp-server-time@2026.10.19',
    to: 'pin: uv:mcp-server-time',
    surface: 'time',
  },
  {
    ...PIN,
    id: 'registry-branch',
    from: 'pin: operator:git.example.org/research/lab-notebook@c41e97d30b58f62a8e04d7c1952bfa63807e1d24',
    to: 'pin: operator:git.example.org/research/lab-notebook@main',
    surface: 'lab-notebook',
  },
  {
    ...PIN,
    id: 'registry-short-revision',
    from: 'pin: local:surfaces/mcp@3cd1c46ccc1ccce8c2b7a1d2f61c51cbaad233a2',
    to: 'pin: local:surfaces/mcp@3cd1c46',
    surface: 'items',
  },
  {
    ...PIN,
    id: 'registry-http-launch',
    from: 'pin: http:https://compute.example.org/tools/mcp\n    launch: []',
    to: 'pin: http:https://compute.example.org/tools/mcp\n    launch: [npx, compute]',
    surface: 'compute',
  },
  {
    ...PIN,
    id: 'registry-launches-other-version',
    from: 'launch: [uvx, mcp-server-fetch@2026.10.24]',
    to: 'launch: [uvx, mcp-server-fetch@2026.10.23]',
    surface: 'fetch',
  },
  {
    ...PIN,
    id: 'registry-launches-newest',
    from: 'launch: [npx, --yes, chrome-devtools-mcp@1.11.0]',
    to: 'launch: [npx, --yes, chrome-devtools-mcp]',
    surface: 'devtools',
  },
  {
    ...PIN,
    id: 'registry-launches-other-package',
    from: "launch: [npx, --yes, '@playwright/mcp@0.0.83', --headless]",
    to: "launch: [npx, --yes, '@playwrite/mcp@0.0.83', --headless]",
    surface: 'browser',
  },
  {
    ...PIN,
    id: 'registry-launches-other-revision',
    from: '[operator-run, ontology-tools, --revision, 8d2b61f04c7e95a3b1d60f2847ce935ab07d41e6]',
    to: '[operator-run, ontology-tools, --revision, 8d2b61f04c7e95a3b1d60f2847ce935ab07d41e7]',
    surface: 'ontology',
  },
  {
    ...PIN,
    id: 'registry-name-twice',
    from: '- name: time\n',
    to: '- name: git\n',
    surface: 'git',
  },
  {
    ...PIN,
    id: 'registry-console-command-missing',
    file: 'surfaces/cli/package.json',
    from: '"svc-items": "./dist/svc-items.cjs"',
    to: '"items": "./dist/svc-items.cjs"',
    surface: 'cli',
    blame: 'surface',
    narrowing: { phases: ['registry'], surfaces: [] },
  },
];
