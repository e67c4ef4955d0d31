import { join } from 'node:path';
import { argumentValue } from '../../../contract/arguments.js';
import type { CaseInput } from '../../../contract/case.js';
import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { MediaContent, Operation, Parameter } from '../../../contract/operation.js';
import {
  concreteMediaType,
  contentKind,
  essence,
  isFormMediaType,
  isJsonMediaType,
  MULTIPART,
} from '../../../contract/wire/message.js';
import { schemaTypes } from '../../../contract/wire/decode-value.js';
import { type BodyMember, bodyMembers } from '../../body-members.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { encodeBody } from '../../../contract/wire/body/encode-body.js';
import { simpleBodyFault } from '../../simple-body.js';
import type { CommandMapping } from './command-mapping.js';
import { fittingTexts, unfit } from './fitting-text.js';
import { type FormArguments, type GivenFile, OWN_FIELD, filled, formArguments } from './form-fields.js';
import { BODY_FILE_FLAG, BODY_FLAG, operationFlags } from '../commands/flags.js';

/** The arguments of a case on a command line, or the reason why the case has no arguments. */
export type ArgumentVector =
  | {
      readonly kind: 'arguments';
      readonly args: readonly string[];
      readonly stdin?: Uint8Array;
      readonly files?: readonly GivenFile[];
    }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * `--flag=value` for each given argument. Arrays repeat the flag, and fields of a form are `--field=name=value`. Bodies
 * that are long, contain a NUL or begin with `@` are passed by `--body-file -`: one argument cannot contain a NUL and,
 * on Linux, has at most 128 KiB. Arguments name files in `folder`.
 */
export function argumentVector(
  call: Call,
  schemas: SchemaSource,
  mapping?: CommandMapping,
  folder = '',
): ArgumentVector {
  const unmet = oneCredentialFault(call);
  if (unmet !== undefined) return inexpressible(unmet);
  return mapping === undefined ? ownVector(call, schemas, folder) : mappedVector(call, schemas, folder, mapping);
}

function ownVector(call: Call, schemas: SchemaSource, folder: string): ArgumentVector {
  const { operation, input } = call;
  const args: string[] = [];
  let stdin: Uint8Array | undefined;
  let files: readonly GivenFile[] | undefined;
  for (const { flag, argument } of operationFlags(operation)) {
    const value = argumentValue(input, argument);
    if (value === undefined) continue;
    if (argument.parameter === undefined) {
      const form = ownForm(call, value, folder);
      const body = form ?? bodyBytes(value, input.mediaType, operation.requestBody?.content[0]);
      if ('kind' in body) return body;
      if ('args' in body) {
        args.push(...body.args);
        files = body.files;
      } else if (isArgument(body)) args.push(`--${BODY_FLAG}=${body.toString()}`);
      else stdin = body;
    } else {
      const texts = flagTexts(argument.parameter, value, schemas);
      const fitting = fittingTexts(texts);
      if (typeof fitting === 'string') return inexpressible(`--${flag}: ${fitting}`);
      args.push(...fitting.map((text) => `--${flag}=${text}`));
    }
  }
  if (stdin !== undefined) return { kind: 'arguments', args: [...args, `--${BODY_FILE_FLAG}=-`], stdin };
  return { kind: 'arguments', args, ...(files !== undefined && files.length > 0 && { files }) };
}

/**
 * Whether a body can be passed as an argument. A body that begins with `@` cannot, because `--body @FILE` reads a file.
 */
function isArgument(body: Buffer): boolean {
  const text = body.toString();
  return unfit(text) === undefined && !text.startsWith('@') && Buffer.from(text).equals(body);
}

/**
 * The fields of a form. `undefined` if the body is passed as a whole, such as a URL-encoded form in a case with a
 * `bodyWay`.
 */
function ownForm(
  { operation, input, bodyWay }: Call,
  value: Json,
  folder: string,
): FormArguments | ArgumentVector | undefined {
  const content = operation.requestBody?.content[0];
  if (content === undefined || !isFormMediaType(content.mediaType)) return undefined;
  const isMultipart = essence(content.mediaType) === MULTIPART;
  if (!isMultipart && bodyWay !== undefined) return undefined;
  if (input.mediaType !== undefined && input.mediaType !== content.mediaType) return undefined;
  const form = formArguments(content, value, OWN_FIELD, folder);
  if (typeof form !== 'string') return isMultipart || form.args.length > 0 ? form : undefined;
  return isMultipart ? inexpressible(form) : undefined;
}

/** The arguments as the configuration spells them: flags first, then, after `--`, the positional arguments. */
function mappedVector(call: Call, schemas: SchemaSource, folder: string, mapping: CommandMapping): ArgumentVector {
  const { operation, input } = call;
  const given = new MappedArguments(mapping.arguments ?? {});
  let files: readonly GivenFile[] = [];
  for (const { flag, argument } of operationFlags(operation)) {
    const value = argumentValue(input, argument);
    const isBody = argument.parameter === undefined;
    if (value === undefined && !(isBody && mapping.body === 'members')) continue;
    const own = isBody && value !== undefined ? mappedBody(call, value, folder, mapping) : undefined;
    if (typeof own === 'string') return inexpressible(own);
    if (own !== undefined) {
      given.addWords(own.args);
      files = own.files;
      continue;
    }
    const texts = isBody
      ? bodyTexts(operation, input, schemas, mapping)
      : new Map([[argument.name, flagTexts(argument.parameter, value ?? null, schemas)]]);
    for (const [name, spelled] of texts) {
      const fitting = fittingTexts(spelled);
      if (typeof fitting === 'string') return inexpressible(`${name}: ${fitting}`);
      given.add(name, argument.parameter === undefined ? undefined : flag, fitting);
    }
  }
  return { kind: 'arguments', args: given.inOrder(), ...(files.length > 0 && { files }) };
}

/**
 * The body as form fields or as a file, if the mapping of the configuration has words for one of these. Otherwise the
 * body is an argument.
 */
function mappedBody(
  { operation, input: { mediaType }, bodyWay }: Call,
  value: Json,
  folder: string,
  { field, fieldFile, bodyFile, arguments: names, body: members }: CommandMapping,
): FormArguments | string | undefined {
  const content = operation.requestBody?.content[0];
  if (content === undefined || members !== undefined) return undefined;
  const isForm = isFormMediaType(content.mediaType) && (mediaType ?? content.mediaType) === content.mediaType;
  if (field !== undefined && isForm) return formArguments(content, value, { field, fieldFile }, folder);
  const bytes = bodyFile && bodyBytes(value, mediaType, content);
  if (bodyFile === undefined || bytes === undefined || 'kind' in bytes) return undefined;
  const hasFlag = names?.[BODY_FLAG] !== undefined;
  if (hasFlag && bodyWay !== 'file' && isArgument(bytes)) return undefined;
  const file = join(folder, 'body');
  return { args: filled(bodyFile, { file }), files: [{ path: file, bytes }] };
}

/** The texts of a body by argument: one argument for the whole body, or one for each member. */
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

/**
 * The texts of a member. The program has no schema of the member. If the contract allows strings, the program reads
 * every value as a string, so a number cannot be expressed.
 */
function memberTexts({ value, types }: BodyMember): readonly string[] | string {
  if (!Array.isArray(value))
    return typeof value !== 'string' && types.has('string')
      ? 'the command line can pass only text for this argument'
      : scalarTexts([value]);
  return listTexts(value as readonly Json[], types);
}

class MappedArguments {
  readonly #flags: string[] = [];
  readonly #positional = new Map<number, readonly string[]>();

  constructor(private readonly names: Readonly<Record<string, string | number>>) {}

  /** Adds an argument. `flag` is the default flag, used if the configuration names none. */
  add(name: string, flag: string | undefined, texts: readonly string[]): void {
    const spelling = this.names[name] ?? `--${flag ?? name.replace(/^body\./, '').replaceAll('_', '-')}`;
    if (typeof spelling === 'number') this.#positional.set(spelling, texts);
    // A short flag has its value as the next argument (POSIX Utility Syntax, Guideline 6).
    else if (spelling.startsWith('--')) this.#flags.push(...texts.map((text) => `${spelling}=${text}`));
    else this.#flags.push(...texts.flatMap((text) => [spelling, text]));
  }

  addWords(words: readonly string[]): void {
    this.#flags.push(...words);
  }

  /** The words in order. `--` ends the flags, because a positional value may begin with a dash (POSIX Guideline 10). */
  inOrder(): readonly string[] {
    const positional = [...this.#positional].toSorted(([a], [b]) => a - b).flatMap(([, texts]) => texts);
    return positional.length === 0 ? this.#flags : [...this.#flags, '--', ...positional];
  }
}

/**
 * The bytes of the body. The command sends the body unchanged. It can therefore send every media type except those that
 * need a parameter, such as a boundary.
 */
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

/** The texts of the values of one flag, or the reason why the flag cannot express the value. */
function flagTexts(parameter: Parameter, value: Json, schemas: SchemaSource): readonly string[] | string {
  if (parameter.contentType !== undefined) return [JSON.stringify(value)];
  // These styles are defined for lists and objects only, so they cannot express a scalar value.
  if (!Array.isArray(value))
    return LIST_STYLES.includes(parameter.style)
      ? `the style ${parameter.style} is only for lists`
      : scalarTexts([value]);
  return listTexts(value as readonly Json[], schemaTypes(schemas, parameter.schema));
}

/** The texts of a list, which repeats its flag. `types` are the types that the schema of the list allows. */
function listTexts(values: readonly Json[], types: ReadonlySet<string>): readonly string[] | string {
  if (!types.has('array')) return 'takes one value, not a list';
  return values.length === 0 ? 'like an omitted list, an empty list is written without a flag' : scalarTexts(values);
}

/** The texts of a scalar. Numbers and booleans are written as on the wire. */
function scalarTexts(values: readonly Json[]): readonly string[] | string {
  const texts = values.map((value) =>
    typeof value === 'string' ? value : typeof value === 'object' ? undefined : JSON.stringify(value),
  );
  return texts.every((text) => text !== undefined) ? texts : 'a flag cannot express null, objects or nested lists';
}

function inexpressible(reason: string): ArgumentVector {
  return { kind: 'inexpressible', reason };
}
