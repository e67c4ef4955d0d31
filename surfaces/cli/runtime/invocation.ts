import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EXIT } from '../generated/failures.js';
import type { Command, Program, Service } from './command.js';
import { type Failure, failure } from './failure.js';
import { type GivenField, writeForm } from './form.js';

/** The arguments and settings of one call, from the command line and the environment. */
export interface Invocation {
  readonly command: Command;
  readonly baseUrl: URL;
  readonly token: string | undefined;
  /** The values of each given flag, exactly as typed. A flag may be given several times. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array | undefined;
  /** The content type of the body. */
  readonly bodyType: string | undefined;
  readonly approved: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Given = Readonly<Record<string, readonly string[] | undefined>>;
type Usage = (detail: string) => Failure;

/**
 * Reads the arguments and the environment variables. Throws a `Failure` with the exit code for wrong usage. Values stay
 * strings, because the service validates them.
 */
export function readInvocation(
  program: Program,
  command: Command,
  args: readonly string[],
  environment: Environment,
): Invocation {
  const usage: Usage = (detail) => usageFailure(program, detail, command);
  const given = parse(command, args, usage);
  const variable = (name: string): string => environment[environmentName(program.service, name)] ?? '';
  return {
    command,
    values: flagValues(command, given, usage),
    ...givenBody(command, given, usage),
    baseUrl: readBaseUrl(single('base-url', given, usage) ?? setUrl(command, variable), program, usage),
    token: readToken(variable('TOKEN'), program, usage),
    approved: new Set([...(given['approve'] ?? []), ...commaSeparated(variable('APPROVE'))]),
    denied: new Set([...(given['deny'] ?? []), ...commaSeparated(variable('DENY'))]),
  };
}

export function usageFailure({ name }: Program, detail: string, command?: Command): Failure {
  const help = command === undefined ? `${name} --help` : `${name} ${command.name} --help`;
  return failure(EXIT.usage, 'usage', 'The command is invalid.', { detail }, `${detail}\nTry: ${help}`);
}

/** The name of an environment variable, such as `SVC_TOKEN` for the prefix `svc`. */
export function environmentName({ prefix }: Service, name: string): string {
  return `${prefix.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${name}`;
}

function parse(command: Command, args: readonly string[], usage: Usage): Given {
  const names = [...command.flags.map(({ flag }) => flag), ...bodyFlags(command), 'base-url', 'approve', 'deny'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string', multiple: true } as const]));
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

function flagValues(command: Command, given: Given, usage: Usage): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const { flag, list, required } of command.flags) {
    const value = given[flag] ?? [];
    if (value.length > 1 && list !== true) throw usage(`--${flag} can be given only once.`);
    if (value.length > 0) values.set(flag, value);
    else if (required) throw usage(`--${flag} is required.`);
  }
  return values;
}

function bodyFlags({ body }: Command): readonly string[] {
  if (body === undefined) return [];
  return body.form === 'multipart' ? ['field'] : ['body', 'body-file', ...(body.form === undefined ? [] : ['field'])];
}

/**
 * The body and its content type. The program does not check or change the bytes of a body, because the service
 * validates them. A form is built from its fields.
 */
function givenBody(command: Command, given: Given, usage: Usage): Pick<Invocation, 'body' | 'bodyType'> {
  const { body } = command;
  const fields = given['field'] ?? [];
  const bytes = bodyBytes(given, usage);
  if (body !== undefined && fields.length > 0) {
    if (bytes !== undefined) throw usage('--field cannot be combined with --body or --body-file.');
    const form = writeForm(
      body,
      fields.map((field) => givenField(field, usage)),
    );
    return { body: form.bytes, bodyType: form.contentType };
  }
  if (bytes === undefined && body?.required === true)
    throw usage(
      `${bodyFlags(command)
        .map((name) => `--${name}`)
        .join(' or ')} is required.`,
    );
  return { body: bytes, bodyType: bytes && body?.mediaType };
}

function bodyBytes(given: Given, usage: Usage): Uint8Array | undefined {
  const text = single('body', given, usage);
  const file = single('body-file', given, usage);
  if (text !== undefined && file !== undefined) throw usage('--body cannot be combined with --body-file.');
  if (text?.startsWith('@') === true) return fileBytes('body', text.slice(1), usage);
  if (text !== undefined) return Buffer.from(text);
  return file === undefined ? undefined : fileBytes('body-file', file, usage);
}

/** Reads one field of a form, `name=value` or `name=@file`. */
function givenField(text: string, usage: Usage): GivenField {
  const equals = text.indexOf('=');
  if (equals < 1) throw usage('--field must be name=value or name=@file.');
  const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
  if (!value.startsWith('@')) return { name, content: Buffer.from(value) };
  const file = value.slice(1);
  return { name, content: fileBytes('field', file, usage), ...(file !== '-' && { fileName: fileName(file) }) };
}

function fileName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function fileBytes(flag: string, file: string, usage: Usage): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw usage(`The file of --${flag} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function single(flag: string, given: Given, usage: Usage): string | undefined {
  const values = given[flag] ?? [];
  if (values.length > 1) throw usage(`--${flag} can be given only once.`);
  return values[0];
}

/**
 * The base URL for a command, from the environment variables. If no variable for the command's own servers is set, the
 * common base URL is used.
 */
function setUrl({ baseUrls = [] }: Command, variable: (name: string) => string): string {
  return baseUrls.map(variable).find((text) => text !== '') ?? variable('BASE_URL');
}

function readBaseUrl(text: string, { service }: Program, usage: Usage): URL {
  const where = `--base-url or ${environmentName(service, 'BASE_URL')}`;
  if (text === '') throw usage(`${where} must name the URL of the service.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const valid =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!valid) throw usage(`${where} must be an http or https URL without user, query and fragment.`);
  return url;
}

/**
 * Checks the token and returns it. A token that cannot be sent in a header is refused here, because the error of a
 * failed request might contain the token.
 */
function readToken(text: string, { service }: Program, usage: Usage): string | undefined {
  if (/^[!-~]*$/.test(text)) return text === '' ? undefined : text;
  throw usage(`${environmentName(service, 'TOKEN')} contains characters that cannot be sent in a header.`);
}

function commaSeparated(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
