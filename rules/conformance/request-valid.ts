import { joinPointer } from '../../contract/json-pointer.js';
import type { Json } from '../../contract/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { decodeScalar } from '../../contract/wire/decode-value.js';
import { type SplitRequest, splitRequest } from '../../contract/wire/split-request.js';
import type { Exchange } from '../../surfaces/exchange.js';
import type { Violation } from '../finding.js';
import { isVerbatim, routeOf } from '../reply.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** A valid case becomes a request that the contract allows. */
export const requestValid: TrialRule = {
  id: 'conformance/request-valid',
  severity: 'must',
  statement: 'The request of a valid case satisfies the contract\'s parameter and body schemas.',
  source: 'OpenAPI 3.1 §4.8.12 (Parameter Object: schema, required) and §4.8.14 (Media Type Object: schema)',
  repair: 'Send the named input in the form the schema asks for; regenerate the surface if its types are older than the contract.',
  backends: EVERYWHERE,
  check: (trial, context) => {
    const { kind } = trial.case.expect;
    if (kind === 'rejected' || kind === 'gated') return undefined;
    return trial.observations.flatMap(({ surface, exchanges }) => exchanges.slice(0, 1).flatMap((exchange) => validated(trial, context, surface, exchange)));
  },
};

function validated(trial: Trial, context: TrialContext, surface: string, exchange: Exchange): readonly Violation[] {
  // The encoder's own request needs no second look: its input was validated when the case was made.
  if (isVerbatim(trial, exchange) || routeOf(context.contract, exchange)?.operation !== trial.operation) return [];
  const sent = splitRequest(trial.operation, exchange.request);
  return received(trial.operation, sent).flatMap(({ pointer, required, schema, text, value }) => {
    if (text === undefined && value === undefined) return required ? [violation(surface, pointer, 'missing', 'a value (required)', '(omitted)')] : [];
    const json = value ?? decodeScalar(context.contract.schemas, schema, text ?? '');
    return context.contract.schemas
      .validate(schema, json)
      .slice(0, 1)
      .map((broken) => violation(surface, pointer + broken.pointer, broken.keyword, broken.message, json));
  });
}

interface ReceivedPart {
  readonly pointer: string;
  readonly required: boolean;
  readonly schema: SchemaUri;
  readonly text?: string | undefined;
  readonly value?: Json | undefined;
}

/** The scalar parameters and the JSON body; other styles are compared as text by parity/same-request alone. */
function received(operation: Operation, sent: SplitRequest): readonly ReceivedPart[] {
  const parts: ReceivedPart[] = operation.parameters
    .filter((parameter) => parameter.contentType === undefined && (parameter.style === 'simple' || parameter.style === 'form'))
    .map((parameter) => {
      const values = { path: sent.path, query: sent.query, header: sent.header, cookie: sent.cookie }[parameter.in];
      const text = values?.get(parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name);
      return { pointer: joinPointer('', parameter.in, parameter.name), required: parameter.required, schema: parameter.schema, text: typeof text === 'string' ? text : text?.[0] };
    });
  const schema = operation.requestBody?.content[0]?.schema;
  if (schema === undefined || sent.body.kind === 'bytes') return parts;
  return [...parts, { pointer: '/body', required: operation.requestBody?.required ?? false, schema, value: sent.body.kind === 'json' ? sent.body.value : undefined }];
}

function violation(surface: string, pointer: string, kind: string, expected: string, sent: Json): Violation {
  return { surface, pointer, kind, message: `${pointer} breaks the contract: ${expected}.`, expected, received: sent, blame: 'surface' };
}
