import { argumentValue } from '../../../contract/arguments.js';
import type { SchemaSource } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { MediaContent, Parameter } from '../../../contract/operation.js';
import { concreteMediaType, contentKind, essence, isJsonMediaType, MULTIPART } from '../../../contract/wire/message.js';
import { schemaTypes } from '../../../contract/wire/decode-value.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { encodeBody } from '../../../contract/wire/body/encode-body.js';
import { simpleBodyFault } from '../../simple-body.js';
import { BODY_FILE_FLAG, BODY_FLAG, operationFlags } from '../commands/flags.js';

/** The arguments of a case on a command line, or the reason why it has none. */
export type ArgumentVector =
  | { readonly kind: 'arguments'; readonly args: readonly string[]; readonly stdin?: Uint8Array }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * `--flag=value` for each argument given; arrays repeat the flag. Longer bodies, and those with a NUL, go to
 * `--body-file -`: one argument holds no NUL and, on Linux, at most 128 KiB.
 */
export function argumentVector(call: Call, schemas: SchemaSource): ArgumentVector {
  const { operation, input } = call;
  const unmet = oneCredentialFault(call);
  if (unmet !== undefined) return inexpressible(unmet);
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
      const reason = typeof texts === 'string' ? texts : texts.map(unfit).find((found) => found !== undefined);
      if (typeof texts === 'string' || reason !== undefined) return inexpressible(`--${flag}: ${reason ?? ''}`);
      args.push(...texts.map((text) => `--${flag}=${text}`));
    }
  }
  return stdin === undefined
    ? { kind: 'arguments', args }
    : { kind: 'arguments', args: [...args, `--${BODY_FILE_FLAG}=-`], stdin };
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
  if (!schemaTypes(schemas, parameter.schema).has('array')) return 'takes one value, not a list';
  return value.length === 0
    ? 'an empty list gives no flag, which is the same as omitted'
    : scalarTexts(value as readonly Json[]);
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

function unfit(text: string): string | undefined {
  if (text.includes('\0')) return 'an argument of a process cannot hold NUL';
  if (/\p{Surrogate}/u.test(text)) return 'an argument of a process is UTF-8, which has no lone surrogates';
  return Buffer.byteLength(text) > LONGEST_ARGUMENT ? 'too long for an argument of a process' : undefined;
}

function inexpressible(reason: string): ArgumentVector {
  return { kind: 'inexpressible', reason };
}
