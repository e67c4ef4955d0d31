import type { Command, Flag, Program } from './command.js';
import { environmentName } from './invocation.js';

/** The help of the program. Each command is on one line, so that other programs can parse the help. */
export function programHelp(program: Program): string {
  const { name, service, commands } = program;
  const rows = commands.map((command) => [command.name, command.description] as const);
  return `Usage: ${name} <command> [flags]\n\n${service.title} ${service.version}\n\nCommands:\n${table(rows)}\n${commonHelp(program)}`;
}

/** The help of a command. Each flag has one line. */
export function commandHelp(program: Program, command: Command): string {
  const rows = [...command.flags.map(flagRow), ...bodyRows(command)];
  const gate = command.gate === undefined ? '' : `Gate: ${command.gate}\n\n`;
  const flags = rows.length === 0 ? '' : `Flags:\n${table(rows)}\n`;
  return `Usage: ${program.name} ${command.name} [flags]\n\n${oneLine(command.description)}\n\n${gate}${flags}${commonHelp(program, command)}`;
}

type Row = readonly [name: string, description: string];

function flagRow({ flag, type, required, list, description }: Flag): Row {
  const notes = `${required ? ' (required)' : ''}${list === true ? ' (may be repeated)' : ''}`;
  return [`--${flag} <${type}>`, `${description}${notes}`];
}

function bodyRows(command: Command): readonly Row[] {
  const { body } = command;
  if (body === undefined) return [];
  const required = body.required ? ' (one of these is required)' : '';
  const whole: readonly Row[] = [
    [`--body <${body.mediaType}>`, `${body.description} Sent unchanged; @path reads a file.${required}`],
    ['--body-file <path>', 'Reads the body from a file, or from standard input for -.'],
  ];
  const field: Row = [
    '--field <name=value>',
    `${body.description} One field of the form; name=@path reads a file. (may be repeated)${required}`,
  ];
  return [...(body.form === 'multipart' ? [] : whole), ...(body.form === undefined ? [] : [field])];
}

function commonHelp({ service }: Program, { baseUrls = [] }: Partial<Command> = {}): string {
  const variable = (name: string): string => environmentName(service, name);
  const urls = [...baseUrls, 'BASE_URL'].map(variable).join(' or ');
  return `Global flags:
${table([
  ['--base-url <url>', `URL of the service (default: ${urls}).`],
  ['--approve <gate>', `Approves one human gate; may be repeated. Also ${variable('APPROVE')}, comma-separated.`],
  ['--deny <gate>', `Denies one human gate; takes precedence over an approval. Also ${variable('DENY')}.`],
  ['--help', 'Shows this help.'],
  ['--version', 'Shows the version.'],
])}
The token is read from ${variable('TOKEN')}. A value that starts with a dash is written --flag=-1.
`;
}

function table(rows: readonly Row[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const lines = rows.map(([name, description]) => `  ${name.padEnd(width)}  ${oneLine(description)}`);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
