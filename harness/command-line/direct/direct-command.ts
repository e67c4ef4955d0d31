import { shellWord } from '../../../surfaces/process/shell-word.js';
import { variableNamed } from '../../../surfaces/process/variable-name.js';
import type { DirectFlags } from './direct-config.js';

/** The command with the full name of our npm package. The registry has a different package with the name `parity`. */
const PROGRAM = 'npx contract-parity';

/** The command-line arguments that select a contract and a service. Secrets are replaced with shell variables. */
export function directArguments(contract: string, flags: DirectFlags): readonly string[] {
  return ['--contract', word(contract), ...serviceArguments(flags)];
}

/** The complete command that checks the contract and the service, with further arguments. */
export function checkCommandText(contract: string, flags: DirectFlags, more: readonly string[] = []): string {
  return [PROGRAM, 'check', word(contract), ...serviceArguments(flags), ...more].join(' ');
}

/** The command that writes a configuration. `url` is the URL of the service in this configuration. */
export function initCommandText(contract: string, url?: string): string {
  return [`${PROGRAM} init`, word(contract), ...(url === undefined ? [] : ['--url', word(url)])].join(' ');
}

export function lintCommandText(file: string): string {
  return `${PROGRAM} lint ${word(file)}`;
}

function serviceArguments({ url, mock, write, token, header = [], ca }: DirectFlags): readonly string[] {
  return [
    ...(url === undefined ? [] : ['--url', word(url)]),
    ...(mock === true ? ['--mock'] : []),
    ...(ca === undefined ? [] : ['--ca', word(ca)]),
    ...(token === undefined ? [] : ['--token', '"$SVC_TOKEN"']),
    ...header.flatMap((given) => ['--header', `"${headerName(given)}: $${variableNamed(headerName(given))}"`]),
    ...(write === true ? ['--write'] : []),
  ];
}

function headerName(given: string): string {
  return given.split(':', 1)[0]?.replaceAll(/[^\w-]/g, '') ?? '';
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellWord([text]);
}
