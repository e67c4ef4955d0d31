import { createHash } from 'node:crypto';
import { type Argument, operationArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import type { Contract } from '../contract.js';
import type { Operation, Parameter } from '../operation.js';
import { encodeBody } from '../wire/body/encode-body.js';
import { concreteMediaType, contentKind, essence, isJsonMediaType } from '../wire/message.js';
import { bodyContent } from '../wire/request/encode.js';
import { descriptionsOf } from '../sentences.js';
import { isValidArgument } from './input-violations.js';

/** Matches names that end with an algorithm or a word for a checksum: `Content-MD5`, `Repr-Digest`, `contentSha256`. */
const DIGEST = /(?:sha[-_]?(?:1|224|256|384|512)|md5|checksum|digest|crc[-_]?(?:32c?|64))$/i;
/** Matches descriptions of a checksum of the body: "The SHA-256 of the content". */
const DESCRIBED =
  /\b(?:sha-?\d+|md5|checksum|digest)\b(?: \w+){0,2} of the (?:(?:request|message|whole|uploaded|file) )?(?:content|body|payload|file|data|upload|bytes)\b/i;
/** The algorithms that a name or a description may state, and their names in a digest field (RFC 9530 §5). */
const ALGORITHMS = [
  ['sha256', /sha-?256/i, 'sha-256'],
  ['sha512', /sha-?512/i, 'sha-512'],
  ['sha1', /sha-?1\b/i, 'sha'],
  ['md5', /md5/i, 'md5'],
] as const;

/** Whether a header or a member has a usual name of a checksum, such as `Content-MD5`. */
export function isDigestName(name: string): boolean {
  return DIGEST.test(name);
}

/**
 * Whether a header must contain a checksum of the request body. A service then refuses a request with any other value.
 */
function isBodyDigest({ schemas }: Contract, parameter: Parameter): boolean {
  const { in: place, name, description, schema } = parameter;
  if (place !== 'header' || /^(?:want|if)-/i.test(name)) return false;
  return (
    DIGEST.test(name) || [description, ...descriptionsOf([schemas.at(schema)])].some((text) => DESCRIBED.test(text))
  );
}

/** The arguments of an operation that must contain a checksum of its body. */
export function digestArguments(contract: Contract, operation: Operation): readonly Argument[] {
  if (operation.requestBody === undefined) return [];
  return operationArguments(operation).filter(
    ({ parameter }) => parameter !== undefined && isBodyDigest(contract, parameter),
  );
}

/**
 * The checksum of the body of an input, as the value of an argument. `undefined` if the contract does not state the
 * algorithm and the form of the value, or if surfaces may send different bytes for the same body, as for JSON.
 */
export function bodyDigest(
  contract: Contract,
  operation: Operation,
  argument: Argument,
  { body, mediaType }: CaseInput,
): string | undefined {
  const { name = '', description = '' } = argument.parameter ?? {};
  const content = bodyContent(operation, mediaType);
  const kind = content && contentKind(essence(concreteMediaType(content.mediaType)));
  const isExact = kind === 'bytes' || kind === 'text';
  if (typeof body !== 'string' || content === undefined || !isExact || isJsonMediaType(content.mediaType))
    return undefined;
  const encoded = encodeBody(content, body);
  const isField = /^(?:content-|repr-)?digest$/i.test(name);
  const [algorithm, , label] =
    ALGORITHMS.find(([, names]) => names.test(name)) ??
    ALGORITHMS.find(([, names]) => names.test(description)) ??
    (isField ? ALGORITHMS[0] : []);
  if (algorithm === undefined || typeof encoded === 'string') return undefined;
  const hash = createHash(algorithm).update(encoded.bytes);
  const [hex, base64] = [hash.copy().digest('hex'), hash.digest('base64')];
  const isValid = (text: string): boolean => isValidArgument(contract, operation, argument, text, mediaType);
  if (isField) return [/^digest$/i.test(name) ? `${label}=${base64}` : `${label}=:${base64}:`].find(isValid);
  const forms = [...(/^content-md5$/i.test(name) ? [] : [hex, hex.toUpperCase()]), base64].filter(isValid);
  const stated = /\bbase-?64\b/i.test(description) ? [base64] : /\bhex/i.test(description) ? [hex] : forms;
  // A schema may permit hexadecimal digits in both cases. Lower case is usual.
  const usual = forms.includes(hex) && !stated.includes(base64) ? [hex] : stated;
  const [only, ...others] = usual.filter((form) => forms.includes(form));
  return others.length > 0 ? undefined : only;
}
