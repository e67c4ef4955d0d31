import type { JsonSchema } from '../../contract/json/json.js';
import { TEXT, WORDS } from '../../surfaces/kind-options.js';

/** Run-time schema of `service` in the configuration. */
export const SERVICE_SCHEMA = {
  description:
    'With `command`, the harness starts one service for each lane of each surface. With `url` and no `command`, it uses a service that ' +
    'runs already; all lanes share it, so rules that depend on its state are not verified.',
  type: 'object',
  additionalProperties: false,
  properties: {
    command: {
      description:
        'The program and its arguments. `{port}` is replaced by a free port, and `{url}` by the base URL; also in ' +
        '`env`, `readyPath` and `reset`.',
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
      description: 'The base URL. With a `command` it contains `{port}`.',
      default: '`http://127.0.0.1:{port}` with a `command`',
      ...TEXT,
    },
    readyPath: {
      description: 'The service has started when GET of this path is answered with 2xx.',
      default: 'it has started when it answers with any status',
      type: 'string',
      pattern: '^(?:/|\\{url\\})',
    },
    resetPath: {
      description:
        'A path at the origin of the service, without the base path of its URL. `POST` to it returns the service to its ' +
        'state after the start. With it, every case meets the same state, and replies are compared between surfaces. ' +
        'The harness may send the request twice in a row.',
      type: 'string',
      pattern: '^/',
    },
    reset: {
      description:
        'In place of `resetPath`: a program that returns the service to its state after the start, or `restart`, which ' +
        'starts a new process. A reset follows only a call that may have changed something.',
      if: { type: 'string' },
      then: { const: 'restart' },
      else: { type: 'object', required: ['command'], additionalProperties: false, properties: { command: WORDS } },
    },
    servers: {
      description:
        'The base URLs of further servers, by the URL that `servers` of an operation or a path has in the contract (variables ' +
        'have their defaults). With a `command`, they may contain `{port}`, and `{port2}` to `{port9}` for further free ports: ' +
        'see [several base URLs](surfaces.md#several-base-urls).',
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'string', pattern: '^https?://' },
    },
    files: {
      description: 'The files and folders of the service, for `--changed-since` and `--watch`.',
      default: 'what its command runs and imports; for a language other than JavaScript, its package',
      ...WORDS,
    },
    ca: {
      description: 'For https: a PEM file with the certificate of a private authority.',
      ...TEXT,
    },
  },
  not: { required: ['reset', 'resetPath'] },
  dependentRequired: { env: ['command'], inheritEnv: ['command'], readyPath: ['command'] },
  anyOf: [{ required: ['command'] }, { required: ['url'] }],
} satisfies JsonSchema;

/** Run-time schema of `versions` in the configuration. */
export const VERSIONS = {
  description:
    'For `--surfaces-from` and `--service-from`: with `prepare`, a list of commands, each a program with its arguments. ' +
    'They run in the files of the released version, install its packages and build it: see [versions](versions.md).',
  type: 'object',
  required: ['prepare'],
  additionalProperties: false,
  properties: { prepare: { type: 'array', minItems: 1, items: WORDS } },
} satisfies JsonSchema;
