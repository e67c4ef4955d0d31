import type { Contract } from '../../../contract/contract.js';
import { isSecured } from '../../../contract/wire/request/credentials.js';
import { DEFAULT_URL, serverAddresses } from '../../backends/service/server-addresses.js';
import type { FoundCommand, ProjectFacts } from './project-facts.js';

/**
 * Creates the text of a first configuration. Uncertain options, and options that users often need, are written as
 * comments. `url` is the URL of a running service.
 */
export function configText(file: string, contract: Contract, facts: ProjectFacts, url?: string): string {
  return `import { defineConfig } from 'contract-parity';

export default defineConfig({
  contracts: [${word(file)}],

${serviceLines(contract, facts, url).join('\n')}
${identifierLines(contract).join('\n')}
  surfaces: {
    rest: { driver: 'rest' },
${surfaceLines(contract, facts).join('\n')}
  },
});
`;
}

function serviceLines(contract: Contract, facts: ProjectFacts, running: string | undefined): readonly string[] {
  if (running === undefined)
    return [
      '  // How the service is started; {port} is replaced by a free port, {url} by the base URL. Without a service, only the',
      '  // mock answers.',
      ...startLines(contract, facts),
    ];
  return [
    '  // The service that runs. A check sends all methods; with --safe, it sends only those that read.',
    `  service: { url: ${word(running)} },`,
    '  // Instead, the check can start the service; {port} is replaced by a free port, {url} by the base URL.',
    ...startLines(contract, facts),
  ];
}

function startLines(contract: Contract, { starts }: ProjectFacts): readonly string[] {
  const { missingPath } = serverAddresses(contract, undefined);
  // The contract's main server has a path, below which the service is expected to serve its operations.
  const url = missingPath === undefined ? '' : `, url: ${word(DEFAULT_URL + missingPath)}`;
  if (starts.length === 0)
    return [`  // service: { command: ['node', 'server.js', '--port', '{port}'], resetPath: '/-/reset'${url} },`];
  return [
    "  // With `reset: 'restart'`, each of hundreds of resets takes as long as a start. A `resetPath` is faster.",
    ...starts.map(
      ({ command, from }) =>
        `  // service: { command: ${words(command)}, env: { PORT: '{port}' }, reset: 'restart'${url} }, // ${from}`,
    ),
  ];
}

/** Comment lines that show how to configure a token and known values of a path parameter. */
function identifierLines(contract: Contract): readonly string[] {
  const names = contract.operations.flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
  );
  const [first] = names;
  const secured = contract.operations.some((operation) => isSecured(operation));
  return [
    ...(secured
      ? [
          '',
          '  // The token that the service accepts. By default, the service gets a random token as SVC_TOKEN.',
          '  // token: process.env.SVC_TOKEN,',
        ]
      : []),
    ...(first === undefined
      ? []
      : [
          '',
          "  // Values that exist in the service's data, so that a read can succeed.",
          `  // values: { ${key(first)}: { known: ['…'] } },`,
        ]),
    '',
  ];
}

function surfaceLines({ operations }: Contract, facts: ProjectFacts): readonly string[] {
  const hasCommands = operations.some(({ command }) => command !== undefined);
  const hasTools = operations.some(({ tool }) => tool !== undefined);
  const consoles = facts.consoles.length === 0 ? [EXAMPLES.cli] : facts.consoles;
  const servers = facts.toolServers.length === 0 ? [EXAMPLES.mcp] : facts.toolServers;
  const modules = facts.modules.length === 0 ? [{ file: 'dist/client.js', from: '' }] : facts.modules;
  return [
    ...modules.map(
      ({ file, from }) => `    // sdk: { driver: 'sdk_typescript', module: ${word(file)} },${about(from)}`,
    ),
    ...consoles.map(
      ({ name, command, from }) =>
        `    // ${id(name)}: { driver: 'cli', command: ${words(command)} },${about(from, hasCommands ? '' : 'needs x-svc-cli in the contract')}`,
    ),
    ...servers.map((server) => {
      const how = 'url' in server ? `url: ${word(server.url)}` : `command: ${words(server.command)}`;
      return `    // ${id(server.name)}: { driver: 'mcp', ${how} },${about(server.from, hasTools ? '' : 'needs x-svc-mcp-tool in the contract')}`;
    }),
    ...(facts.python === undefined
      ? []
      : [
          `    // sdk_python: { driver: 'protocol', command: ['python3', 'worker.py'] }, // ${facts.python.from}: see docs/drivers.md`,
        ]),
  ];
}

const EXAMPLES: Readonly<Record<'cli' | 'mcp', FoundCommand>> = {
  cli: { name: 'cli', command: ['node', 'dist/cli.js'], from: '' },
  mcp: { name: 'mcp', command: ['node', 'dist/mcp-server.js'], from: '' },
};

function about(...notes: readonly string[]): string {
  const known = notes.filter((note) => note !== '');
  return known.length === 0 ? '' : ` // ${known.join('; ')}`;
}

/** Converts a name to the id of a surface: lower case, with underscores. */
function id(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '');
  return plain === '' ? 'surface' : plain;
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : word(name);
}

function words(all: readonly string[]): string {
  return `[${all.map(word).join(', ')}]`;
}

/** A TypeScript string literal on one line, so that it can also be part of a line comment. */
function word(value: string): string {
  return `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)
    .replaceAll(String.raw`\"`, '"')}'`;
}
