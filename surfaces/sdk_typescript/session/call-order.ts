import { type Argument, givenArguments } from '../../../contract/arguments.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { MediaContent, Operation } from '../../../contract/operation.js';
import { bodyFault } from '../../../contract/wire/body/encode-body.js';
import { concreteMediaType, contentKind } from '../../../contract/wire/message.js';
import { credentialPlace, schemesToMeet } from '../../../contract/wire/request/credentials.js';
import { bytePlaces } from '../../byte-places.js';
import type { Call } from '../../driver.js';
import { oneCredentialFault } from '../../one-credential.js';
import { simpleBodyFault } from '../../simple-body.js';
import type { CallOrder } from '../worker/worker-messages.js';
import type { SdkTypescriptOptions } from './config.js';

/**
 * The message with which the driver makes its worker process run a call. `configured` is the token of the
 * configuration.
 */
export function callOrder(
  { operation, input, token, timeoutMs }: Call,
  options: SdkTypescriptOptions,
  configured: string,
): CallOrder {
  const [content] = operation.requestBody?.content ?? [];
  const given = givenArguments(operation, input).map(
    ([argument, value]) => [argument, argument.parameter === undefined ? bodyArgument(content, value) : value] as const,
  );
  const bytes = content === undefined || input.body === undefined ? [] : bytePlaces(content);
  const method = ownValue(options.methods ?? {}, operation.id);
  return {
    kind: 'call',
    operation: typeof method === 'string' ? method : operation.id,
    args: options.arguments === 'grouped' ? grouped(given) : named(given),
    ...(bytes.length > 0 && { bytes }),
    ...(given.length === 0 && needsNoArguments(operation) && { isBare: true }),
    ...(token !== undefined && { token }),
    ...(token !== undefined && token !== configured && tokenHeaders(operation, token, configured)),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function needsNoArguments({ parameters, requestBody }: Operation): boolean {
  return requestBody?.required !== true && !parameters.some(({ required }) => required);
}

/**
 * The token as a header, and the header that it replaces. Their names differ in case, which has no meaning (RFC 9110
 * §5.1). Empty if the operation takes tokens in another way.
 */
function tokenHeaders(
  operation: Operation,
  token: string,
  configured: string,
): Pick<CallOrder, 'headers' | 'replacedHeaders'> {
  const [scheme, ...others] = schemesToMeet(operation);
  const place = scheme && credentialPlace(scheme);
  if (place?.in !== 'header' || others.length > 0) return {};
  const { name, prefix } = place;
  return {
    headers: { [name.toUpperCase()]: `${prefix}${token}` },
    replacedHeaders: { [name]: `${prefix}${configured}` },
  };
}

type Given = readonly (readonly [Argument, Json])[];
type Arguments = CallOrder['args'];

function named(given: Given): Arguments {
  // `fromEntries` creates own members, even for an argument named `__proto__`.
  return Object.fromEntries(given.map(([{ name }, value]) => [name, value]));
}

/**
 * The arguments in groups: one object for the parameters of each location, with their names in the contract, and the
 * body. A location that has no arguments is left out.
 */
function grouped(given: Given): Arguments {
  const groups = (['path', 'query', 'header', 'cookie'] as const).flatMap((location) => {
    const own = given.flatMap(([argument, value]) =>
      argument.in === location && argument.parameter ? [[argument.parameter.name, value] as const] : [],
    );
    return own.length === 0 ? [] : [[location, Object.fromEntries(own)] as const];
  });
  const body = given.flatMap(([argument, value]) => (argument.in === 'body' ? [['body', value] as const] : []));
  return Object.fromEntries<Json>([...groups, ...body]);
}

/** The body as an argument. Generated methods take an XML document as a string. */
function bodyArgument(content: MediaContent | undefined, body: Json): Json {
  const document = content?.xml?.write(body);
  return typeof document === 'object' ? document.text : body;
}

/**
 * The reason why a client cannot make a call. `undefined` if it can. A method takes a body only in the first documented
 * media type: JSON, text, a form as an object, or bytes.
 */
export function inexpressibleReason(call: Call): string | undefined {
  return oneCredentialFault(call) ?? bodyReason(call);
}

function bodyReason({ operation, input }: Call): string | undefined {
  const [content] = operation.requestBody?.content ?? [];
  if (input.body === undefined || content === undefined) return undefined;
  const { mediaType } = content;
  if (input.mediaType !== undefined && input.mediaType !== mediaType)
    return `the SDK cannot choose the media type ${input.mediaType}`;
  const isSimple =
    content.xml === undefined && (contentKind(mediaType) !== 'bytes' || concreteMediaType(mediaType) !== mediaType);
  return isSimple ? simpleBodyFault(mediaType, input.body) : bodyFault(content, input.body);
}
