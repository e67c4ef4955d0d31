import type { Json } from '../../contract/json/json.js';
import type { Contract } from '../../contract/contract.js';
import { Random } from '../cases/scalars/random.js';
import { ValueSource } from '../cases/values/value-source.js';
import type { Operation, ResponseSpec } from '../../contract/operation.js';
import { type HeaderPair, NO_BODY, isJsonMediaType } from '../../contract/wire/message.js';
import { routeRequest } from '../../contract/wire/request/route.js';
import type { WholeResponse } from '../../surfaces/exchange.js';
import type { Responder } from '../tap/tap.js';
import type { Backend } from './backend.js';

/** The tap answers with the first success example of each operation, without another hop, process or state. */
export function scriptedBackend(contract: Contract): Backend {
  const respond = exampleResponder(contract);
  return { kind: 'scripted', isolated: false, start: async () => ({ respond, stop: async () => undefined }) };
}

/** Replies with the contract's own examples, and with 404 to a request that matches no operation. */
export function exampleResponder(contract: Contract): Responder {
  const values = new ValueSource(contract.schemas, 'response');
  const replies = new Map(
    contract.operations.map((operation) => [operation, successExample(contract, operation, values)] as const),
  );
  return (request) => {
    const [pathname = ''] = request.target.split('?', 1);
    const route = routeRequest(contract, request.method, pathname);
    return (route && replies.get(route.operation)) ?? NOT_FOUND;
  };
}

const NOT_FOUND: WholeResponse = { kind: 'response', status: 404, headers: [], body: NO_BODY };

function successExample(contract: Contract, operation: Operation, values: ValueSource): WholeResponse | undefined {
  const spec = operation.responses.find((response) => response.status.startsWith('2'));
  if (spec === undefined) return undefined;
  const content = spec.content[0];
  const example = content?.examples[0];
  const headers = requiredHeaders(contract, spec, values);
  if (content === undefined || example === undefined)
    return { kind: 'response', status: Number(spec.status), headers, body: NO_BODY };
  return {
    kind: 'response',
    status: Number(spec.status),
    headers: [...headers, ['content-type', content.mediaType]],
    body: Buffer.from(isText(content.mediaType, example.value) ? example.value : JSON.stringify(example.value)),
  };
}

function isText(mediaType: string, value: Json): value is string {
  return typeof value === 'string' && !isJsonMediaType(mediaType);
}

function requiredHeaders(contract: Contract, spec: ResponseSpec, values: ValueSource): readonly HeaderPair[] {
  return spec.headers.flatMap(({ name, required, schema }) => {
    const value =
      required && schema !== undefined
        ? values.valid(schema, Random.of('scripted', name), (made) =>
            contract.schemas.forDirection('output').accepts(schema, made),
          )
        : undefined;
    // Omitted if the value cannot stand in a header: the contract then requires a value that HTTP cannot carry.
    return value !== undefined && /^[!-~]+$/.test(String(value)) ? [[name, String(value)] as const] : [];
  });
}
