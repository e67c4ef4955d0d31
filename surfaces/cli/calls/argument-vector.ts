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
import { bodyMembers } from '../../body-members.js';
import { listTexts, memberTexts, scalarTexts } from './argument-texts.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { encodeBody } from '../../../contract/wire/body/encode-body.js';
import { simpleBodyFault } from '../../simple-body.js';
import type { CommandMapping, Switch } from './command-mapping.js';
import { fittingTexts, unfit } from './fitting-text.js';
import { type FormArguments, type GivenFile, OWN_FIELD, filled, formArguments } from './form-fields.js';
import { BODY_FILE_FLAG, BODY_FLAG, operationFlags } from '../commands/flags.js';
import { flagWords, usesSeparateWords } from './separate-words.js';

/** A case as arguments of a command line, or the reason why a command line cannot express the case. */
export type ArgumentVector =
  | {
      readonly kind: 'arguments';
      readonly args: readonly string[];
      readonly stdin?: Uint8Array;
      readonly files?: readonly GivenFile[];
    }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * The arguments of a call: `--flag=value` for each input of the case. For an array, the flag is repeated. A field of a
 * form is `--field=name=value`. An argument of a process cannot contain a NUL, and has at most 128 KiB on Linux. A body
 * that is long, contains a NUL or begins with `@` is therefore passed on standard input (`--body-file -`). If arguments
 * contain paths of files, the files are in `folder`.
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
 * True if a body can be passed as an argument. A body that begins with `@` cannot, because `--body @FILE` reads a file.
 */
function isArgument(body: Buffer): boolean {
  const text = body.toString();
  return unfit(text) === undefined && !text.startsWith('@') && Buffer.from(text).equals(body);
}

/**
 * The arguments for the fields of a form. `undefined` if the body is not split into fields, for example because the
 * case has a `bodyWay`, which states how the whole body is passed.
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

/**
 * The arguments of a call to a program whose flags and positions are configured. The flags come first, then `--`, then
 * the positional arguments.
 */
function mappedVector(call: Call, schemas: SchemaSource, folder: string, mapping: CommandMapping): ArgumentVector {
  const { operation, input } = call;
  const given = new MappedArguments(mapping.arguments ?? {}, usesSeparateWords(call));
  let files: readonly GivenFile[] = [];
  for (const { flag, argument } of operationFlags(operation)) {
    const value = argumentValue(input, argument);
    const isBody = argument.parameter === undefined;
    if (value === undefined && !(isBody && mapping.body === 'members')) continue;
    const own = isBody && value !== undefined ? mappedBody(call, value, folder, mapping) : undefined;
    if (typeof own === 'string') return inexpressible(own);
    if (own !== undefined) {
      given.addWords(own.args, mapping.arguments?.[BODY_FLAG]);
      files = own.files;
      continue;
    }
    const texts = isBody
      ? bodyTexts(operation, input, schemas, mapping)
      : new Map([[argument.name, flagTexts(argument.parameter, value ?? null, schemas)]]);
    for (const [name, spelled] of texts) {
      const fitting = fittingTexts(spelled);
      if (typeof fitting === 'string') return inexpressible(`${name}: ${fitting}`);
      const fault = given.add(name, argument.parameter === undefined ? undefined : flag, fitting);
      if (fault !== undefined) return inexpressible(`${name}: ${fault}`);
    }
  }
  return { kind: 'arguments', args: given.inOrder(), ...(files.length > 0 && { files }) };
}

/**
 * Passes the body as form fields or as a file, if the configuration states arguments for fields or files. Returns
 * `undefined` if it states none: `bodyTexts` then makes the arguments for the body.
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
  const hasFlag = typeof names?.[BODY_FLAG] === 'string';
  if (hasFlag && bodyWay !== 'file' && isArgument(bytes)) return undefined;
  const file = join(folder, 'body');
  return { args: filled(bodyFile, { file }), files: [{ path: file, bytes }] };
}

/**
 * The strings of a body for each argument. The body is either one argument, or one argument for each of its members.
 */
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

class MappedArguments {
  readonly #flags: string[] = [];
  readonly #positional = new Map<number, readonly string[]>();

  constructor(
    private readonly names: Readonly<Record<string, string | number | Switch>>,
    private readonly isSeparate: boolean,
  ) {}

  /**
   * Adds an argument. Returns the reason as a string if the argument cannot be passed. `flag` is used if the
   * configuration does not state how this argument is passed.
   */
  add(name: string, flag: string | undefined, texts: readonly string[]): string | undefined {
    const spelling = this.names[name] ?? `--${flag ?? name.replace(/^body\./, '').replaceAll('_', '-')}`;
    if (typeof spelling === 'object') return this.#addSwitch(spelling, texts);
    if (typeof spelling === 'number') this.#positional.set(spelling, texts);
    // A short flag has its value as the next argument (POSIX Utility Syntax, Guideline 6).
    else if (spelling.startsWith('--'))
      this.#flags.push(...texts.flatMap((text) => flagWords(spelling, text, this.isSeparate)));
    else this.#flags.push(...texts.flatMap((text) => [spelling, text]));
    return undefined;
  }

  #addSwitch(spelling: Switch, texts: readonly string[]): string | undefined {
    const words = texts.map((text) => (text === 'true' || text === 'false' ? spelling[text] : undefined));
    const missing = words.indexOf(undefined);
    if (missing >= 0) return `the configuration has no flag for the value ${texts[missing]}`;
    this.#flags.push(...words.flatMap((word) => word ?? []));
    return undefined;
  }

  /**
   * Adds words to the call. If `place` is a number, they become the positional argument with this number. Otherwise
   * they are added to the flags.
   */
  addWords(words: readonly string[], place: string | number | Switch | undefined): void {
    if (typeof place === 'number') this.#positional.set(place, words);
    else this.#flags.push(...words);
  }

  /**
   * All words: flags, then positional arguments. `--` ends the flags, because a positional value may begin with a dash
   * (POSIX Guideline 10).
   */
  inOrder(): readonly string[] {
    const positional = [...this.#positional].toSorted(([a], [b]) => a - b).flatMap(([, texts]) => texts);
    return positional.length === 0 ? this.#flags : [...this.#flags, '--', ...positional];
  }
}

/**
 * The bytes of the body. The command sends these bytes unchanged, so the body can have any media type, except one that
 * needs a parameter, such as `boundary`.
 */
function bodyBytes(
  value: Json,
  wanted: string | undefined,
  content: MediaContent | undefined,
): Buffer | ArgumentVector {
  if (content === undefined) return inexpressible('the operation of the command takes no body');
  const { mediaType } = content;
  if (wanted !== undefined && wanted !== mediaType)
    return inexpressible(`a command cannot choose the media type ${wanted}`);
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

/** The strings that are passed with one flag. Returns the reason as a string if the flag cannot express the value. */
function flagTexts(parameter: Parameter, value: Json, schemas: SchemaSource): readonly string[] | string {
  if (parameter.contentType !== undefined) return [JSON.stringify(value)];
  // These styles are defined for lists and objects only, so they cannot express a scalar value.
  if (!Array.isArray(value))
    return LIST_STYLES.includes(parameter.style)
      ? `the style ${parameter.style} is defined only for lists`
      : scalarTexts([value]);
  return listTexts(value as readonly Json[], schemaTypes(schemas, parameter.schema));
}

function inexpressible(reason: string): ArgumentVector {
  return { kind: 'inexpressible', reason };
}
