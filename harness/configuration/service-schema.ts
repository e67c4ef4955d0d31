import type { JsonSchema } from '../../contract/json/json.js';
import { TEXT, WORDS } from '../../surfaces/kind-options.js';

/** The schema that validates the option `service` at run time. */
export const SERVICE_SCHEMA = {
  description:
    'With `command`, the harness starts one service for each lane of each surface. ' +
    'With `url` and no `command`, the harness uses a service that already runs. ' +
    'All lanes share this service, so rules that depend on its state are not verified.',
  type: 'object',
  additionalProperties: false,
  properties: {
    command: {
      description:
        'The program and its arguments. `{port}` is replaced by a free port, and `{url}` by the base URL. ' +
        'They are also replaced in `env`, `readyPath` and `reset`.',
      ...WORDS,
    },
    env: {
      description: 'Environment variables of the process.',
      type: 'object',
      additionalProperties: { type: 'string' },
    },
    inheritEnv: {
      description: 'The variables of your environment that the process gets: `true` for all, or a list of names.',
      default: '`PATH`, `HOME`, `TMPDIR`, `TEMP`, `SystemRoot` and `LANG`',
      if: { type: 'boolean' },
      then: { const: true },
      else: { type: 'array', items: { type: 'string', minLength: 1 } },
    },
    url: {
      description: 'The base URL of the service. With a `command`, the URL contains `{port}`.',
      default: '`http://127.0.0.1:{port}` with a `command`',
      ...TEXT,
    },
    readyPath: {
      description:
        'The service has started when it answers a GET request for this path with 2xx. ' +
        '`/ready` is requested at the origin of the service, `{url}/ready` below the base path of its URL.',
      default: 'the service has started when it answers with any status',
      type: 'string',
      pattern: '^(?:/|\\{url\\})',
    },
    resetPath: {
      description:
        'A path at the origin of the service, without the base path of its URL. ' +
        'A `POST` to this path returns the service to its initial state. ' +
        'Every case then starts in this state, and replies are compared between surfaces. ' +
        'The harness may send the request twice in a row.',
      type: 'string',
      pattern: '^/',
    },
    reset: {
      description:
        'Instead of `resetPath`: a program that returns the service to its initial state, or `restart`, which starts a new process. Each reset with `restart` takes the time of a start, often for hundreds of calls, so a `resetPath` is better for a service that starts slowly. ' +
        'The service is reset only after a call that may have changed its state.',
      if: { type: 'string' },
      then: { const: 'restart' },
      else: { type: 'object', required: ['command'], additionalProperties: false, properties: { command: WORDS } },
    },
    servers: {
      description:
        'The base URLs of further servers: see [several base URLs](surfaces.md#several-base-urls). ' +
        'The key is the URL in `servers` of an operation or a path in the contract, with the defaults of its variables. ' +
        'With a `command`, a base URL may contain `{port}`, and `{port2}` to `{port9}` for further free ports.',
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'string', pattern: '^https?://' },
    },
    files: {
      description: 'The files and folders of the service, for `--changed-since` and `--watch`.',
      default:
        'the files that its command runs and imports; for a language other than JavaScript, the package of the program',
      ...WORDS,
    },
    ca: {
      description: 'For https: a PEM file with the certificate of the private authority that certifies the service.',
      ...TEXT,
    },
  },
  not: { required: ['reset', 'resetPath'] },
  dependentRequired: { env: ['command'], inheritEnv: ['command'], readyPath: ['command'] },
  anyOf: [{ required: ['command'] }, { required: ['url'] }],
} satisfies JsonSchema;

/** The schema that validates the option `versions` at run time. */
export const VERSIONS = {
  description:
    'How the released version is prepared for `--surfaces-from` and `--service-from`: see [versions](versions.md). ' +
    '`prepare` is a list of commands, each a program with its arguments. ' +
    'The commands run in a copy of the released files, and install packages and build there.',
  type: 'object',
  required: ['prepare'],
  additionalProperties: false,
  properties: { prepare: { type: 'array', minItems: 1, items: WORDS } },
} satisfies JsonSchema;
