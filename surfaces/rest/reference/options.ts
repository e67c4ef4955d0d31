import { parseArgs } from 'node:util';
import { ParityError } from '../../../contract/parity-error.js';
import { SERVICE_DEFAULTS, type ServiceOptions } from './items/service.js';

export interface CommandLine {
  readonly service: ServiceOptions;
  readonly exitWithStdin: boolean;
}

export const USAGE = `usage: main.js [--port N] [--host ADDRESS] [--base-path /v1] [--database FILE|:memory:] [--fixture FILE]
               [--reset-path /-/reset] [--body-limit BYTES] [--prefix svc] [--exit-with-stdin]

The bearer token that clients must send is read from the environment variable <PREFIX>_TOKEN.`;

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'base-path': { type: 'string' },
  database: { type: 'string' },
  fixture: { type: 'string' },
  'reset-path': { type: 'string' },
  'body-limit': { type: 'string' },
  prefix: { type: 'string', default: 'svc' },
  'exit-with-stdin': { type: 'boolean', default: false },
} as const;

/** Reads the command line and the environment. Throws a `ParityError` if they are invalid. */
export function readCommandLine(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): CommandLine {
  const flags = parseFlags(argv);
  const variable = `${flags.prefix.toUpperCase().replaceAll('-', '_')}_TOKEN`;
  const token = environment[variable];
  if (token === undefined || !/^\S+$/.test(token)) {
    throw new ParityError(
      'token-missing',
      `${variable} contains no token`,
      `Set ${variable} to the bearer token that clients must send.`,
    );
  }
  const { port, host, database, fixture, 'base-path': base, 'reset-path': reset, 'body-limit': bodyLimit } = flags;
  const service = {
    ...SERVICE_DEFAULTS,
    token,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: wholeNumber('port', port, 65_535) }),
    ...(base === undefined ? {} : { basePath: pathFlag('base-path', base.replace(/\/+$/, '')) }),
    ...(database === undefined ? {} : { database }),
    ...(fixture === undefined ? {} : { fixture }),
    ...(reset === undefined ? {} : { resetPath: pathFlag('reset-path', reset) }),
    ...(bodyLimit === undefined ? {} : { bodyLimit: wholeNumber('body-limit', bodyLimit, 2 ** 30) }),
  };
  return { service, exitWithStdin: flags['exit-with-stdin'] };
}

function parseFlags(argv: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'] {
  try {
    return parseArgs({ args: [...argv], options: FLAGS, strict: true }).values;
  } catch (cause) {
    throw new ParityError('usage', cause instanceof Error ? cause.message : String(cause), USAGE, { cause });
  }
}

function wholeNumber(flag: string, text: string, maximum: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > maximum) {
    throw new ParityError(
      'usage',
      `--${flag} ${text} is not a whole number from 0 to ${maximum}`,
      `Set --${flag} to a whole number from 0 to ${maximum}.`,
    );
  }
  return Number(text);
}

function pathFlag(flag: string, text: string): string {
  if (text !== '' && !/^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/.test(text)) {
    throw new ParityError(
      'usage',
      `--${flag} ${text} is not a path`,
      `Begin --${flag} with a slash and use only characters that a URL's path may have.`,
    );
  }
  return text;
}
