import { argumentValue } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { MediaContent, Operation, Parameter } from '../../../contract/operation.js';
import { concreteMediaType, contentKind, essence, isJsonMediaType, MULTIPART } from '../../../contract/wire/message.js';
import { schemaTypes } from '../../../contract/wire/decode-value.js';
import { type BodyMember, bodyMembers } from '../../body-members.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { encodeBody } from '../../../contract/wire/body/encode-body.js';
import { simpleBodyFault } from '../../simple-body.js';
import type { CommandMapping } from './command-mapping.js';
import { BODY_FILE_FLAG, BODY_FLAG, operationFlags } from '../commands/flags.js';

/** The arguments of a case on a command line, or the reason why it has none. */
export type ArgumentVector =
  | { readonly kind: 'arguments'; readonly args: readonly string[]; readonly stdin?: Uint8Array }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * `--flag=value` for each argument given; arrays repeat the flag. Longer bodies, and those with a NUL, go to
 * `--body-file -`: one argument holds no NUL and, on Linux, at most 128 KiB.
 */
export function argumentVector(call: Call, schemas: SchemaSource, mapping?: CommandMapping): ArgumentVector {
  const unmet = oneCredentialFault(call);
  if (unmet !== undefined) return inexpressible(unmet);
  return mapping === undefined ? ownVector(call, schemas) : mappedVector(call, schemas, mapping);
}

function ownVector({ operation, input }: Call, schemas: SchemaSource): ArgumentVector {
  const args: string[] = [];
  let stdin: Uint8Array | undefined;
  for (const { flag, argument } of operationFlags(operation)) {
    const value = argumentValue(input, argument);
    if (value === undefined) continue;
    if (argument.parameter === undefined) {
      const body = bodyBytes(value, input.mediaType, operation.requestBody?.content[0]);
      if ('kind' in body) return body;
      const text = body.toString();
      if (fitsArgument(text) && Buffer.from(text).equals(body)) args.push(`--${BODY_FLAG}=${text}`);
      else stdin = body;
    } else {
      const texts = flagTexts(argument.parameter, value, schemas);
      const fitting = fittingTexts(texts);
      if (typeof fitting === 'string') return inexpressible(`--${flag}: ${fitting}`);
      args.push(...fitting.map((text) => `--${flag}=${text}`));
    }
  }
  return stdin === undefined
    ? { kind: 'arguments', args }
    : { kind: 'arguments', args: [...args, `--${BODY_FILE_FLAG}=-`], stdin };
}

/** The arguments as the configuration spells them: flags first, then, after `--`, the positional ones. */
function mappedVector({ operation, input }: Call, schemas: SchemaSource, mapping: CommandMapping): ArgumentVector {
  const given = new MappedArguments(mapping.arguments ?? {});
  for (const { flag, argument } of operationFlags(operation)) {
    const value = argumentValue(input, argument);
    const isBody = argument.parameter === undefined;
    if (value === undefined && !(isBody && mapping.body === 'members')) continue;
    const texts = isBody
      ? bodyTexts(operation, input, schemas, mapping)
      : new Map([[argument.name, flagTexts(argument.parameter, value ?? null, schemas)]]);
    for (const [name, spelled] of texts) {
      const fitting = fittingTexts(spelled);
      if (typeof fitting === 'string') return inexpressible(`${name}: ${fitting}`);
      given.add(name, argument.parameter === undefined ? undefined : flag, fitting);
    }
  }
  return { kind: 'arguments', args: given.inOrder() };
}

/** The texts of a body, by argument: of the whole body, or of each of its members. */
function bodyTexts(
  operation: Operation,
  { body, mediaType }: CaseInput,
  schemas: SchemaSource,
  mapping: CommandMapping,
): ReadonlyMap<string, readonly string[] | string> {
  const bytes = bodyBytes(body ?? null, mediaType, operation.requestBody?.content[0]);
  if ('kind' in bytes) return new Map([[BODY_FLAG, bytes.kind === 'inexpressible' ? bytes.reason : '']]);
  if (mapping.body === undefined) return new Map([[BODY_FLAG, [bytes.toString()]]]);
  const members = bodyMembers(operation, body, schemas);
  if (typeof members === 'string') return new Map([[BODY_FLAG, members]]);
  return new Map(members.map((member) => [`${BODY_FLAG}.${member.name}`, memberTexts(member)]));
}

/** The program knows the type of a member by its name only: what looks like a number is text where text is allowed. */
function memberTexts({ value, types }: BodyMember): readonly string[] | string {
  if (!Array.isArray(value))
    return typeof value !== 'string' && types.has('string')
      ? 'text is the only type that it spells'
      : scalarTexts([value]);
  return listTexts(value as readonly Json[], types);
}

class MappedArguments {
  readonly #flags: string[] = [];
  readonly #positional = new Map<number, readonly string[]>();

  constructor(private readonly names: Readonly<Record<string, string | number>>) {}

  /** `flag`: the one that our conventions give it. */
  add(name: string, flag: string | undefined, texts: readonly string[]): void {
    const spelling = this.names[name] ?? `--${flag ?? name.replace(/^body\./, '').replaceAll('_', '-')}`;
    if (typeof spelling === 'number') this.#positional.set(spelling, texts);
    // A short flag has its value as the next argument (POSIX Utility Syntax, Guideline 6).
    else if (spelling.startsWith('--')) this.#flags.push(...texts.map((text) => `${spelling}=${text}`));
    else this.#flags.push(...texts.flatMap((text) => [spelling, text]));
  }

  /** `--` ends the flags, because a value may begin with a dash (Guideline 10). */
  inOrder(): readonly string[] {
    const positional = [...this.#positional].toSorted(([a], [b]) => a - b).flatMap(([, texts]) => texts);
    return positional.length === 0 ? this.#flags : [...this.#flags, '--', ...positional];
  }
}

/** The command sends the body as it is given, so it can send every type that needs no parameter such as a boundary. */
function bodyBytes(
  value: Json,
  wanted: string | undefined,
  content: MediaContent | undefined,
): Buffer | ArgumentVector {
  if (content === undefined) return inexpressible('the command takes no body');
  const { mediaType } = content;
  if (wanted !== undefined && wanted !== mediaType)
    return inexpressible(`a command has no way to choose the media type ${wanted}`);
  if (content.xml === undefined && !isEncoded(mediaType)) {
    const fault = simpleBodyFault(mediaType, value);
    if (fault !== undefined) return inexpressible(fault);
    return Buffer.from(typeof value === 'string' && !isJsonMediaType(mediaType) ? value : JSON.stringify(value));
  }
  const encoded = encodeBody(content, value);
  return typeof encoded === 'string' ? inexpressible(encoded) : Buffer.from(encoded.bytes);
}

function isEncoded(mediaType: string): boolean {
  if (concreteMediaType(mediaType) !== mediaType || essence(mediaType) === MULTIPART) return false;
  return contentKind(mediaType) === 'bytes';
}

const LIST_STYLES: readonly string[] = ['spaceDelimited', 'pipeDelimited', 'deepObject'];

/** The texts of one flag, or why it has none. */
function flagTexts(parameter: Parameter, value: Json, schemas: SchemaSource): readonly string[] | string {
  if (parameter.contentType !== undefined) return [JSON.stringify(value)];
  // These styles are defined for lists and objects only, so a scalar value has no spelling.
  if (!Array.isArray(value))
    return LIST_STYLES.includes(parameter.style) ? `${parameter.style} is for lists` : scalarTexts([value]);
  return listTexts(value as readonly Json[], schemaTypes(schemas, parameter.schema));
}

/** A list repeats its flag; `types` are those that its schema allows. */
function listTexts(values: readonly Json[], types: ReadonlySet<string>): readonly string[] | string {
  if (!types.has('array')) return 'takes one value, not a list';
  return values.length === 0 ? 'an empty list gives no flag, which is the same as omitted' : scalarTexts(values);
}

/** Numbers and booleans are spelled as on the wire. */
function scalarTexts(values: readonly Json[]): readonly string[] | string {
  const texts = values.map((value) =>
    typeof value === 'string' ? value : typeof value === 'object' ? undefined : JSON.stringify(value),
  );
  return texts.every((text) => text !== undefined)
    ? texts
    : 'null, objects and nested lists have no spelling as a flag';
}

/** Less than the 128 KiB of Linux's `MAX_ARG_STRLEN`, so that the flag's name fits as well. */
const LONGEST_ARGUMENT = 100_000;

function fitsArgument(text: string): boolean {
  return unfit(text) === undefined;
}

/** The texts, or why they cannot be arguments of a process. */
function fittingTexts(texts: readonly string[] | string): readonly string[] | string {
  return typeof texts === 'string' ? texts : (texts.map(unfit).find((found) => found !== undefined) ?? texts);
}

function unfit(text: string): string | undefined {
  if (text.includes('\0')) return 'an argument of a process cannot hold NUL';
  if (/\p{Surrogate}/u.test(text)) return 'an argument of a process is UTF-8, which has no lone surrogates';
  return Buffer.byteLength(text) > LONGEST_ARGUMENT ? 'too long for an argument of a process' : undefined;
}

function inexpressible(reason: string): ArgumentVector {
  return { kind: 'inexpressible', reason };
}
