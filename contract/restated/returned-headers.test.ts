import { expect, it } from 'vitest';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import { returnedParameter } from './returned-headers.js';

const TEXT = { type: 'string' };

interface Texts {
  readonly header?: string;
  readonly parameter?: string;
  readonly operation?: string;
  readonly contract?: string;
  readonly name?: string;
}

async function isReturned({ header, parameter, operation, contract, name = 'X-Request-Id' }: Texts): Promise<boolean> {
  const headers = { 'x-request-id': { schema: TEXT, ...(header !== undefined && { description: header }) } };
  const read = await contractOf({
    info: { title: 'Books', version: '1', ...(contract !== undefined && { description: contract }) },
    paths: {
      '/books': {
        get: {
          operationId: 'list',
          ...(operation !== undefined && { description: operation }),
          parameters: [
            { name, in: 'header', schema: TEXT, ...(parameter !== undefined && { description: parameter }) },
          ],
          responses: { 200: { description: '', headers } },
        },
      },
    },
  });
  const list = operationOf(read, 'list');
  const [spec] = list.responses.flatMap((each) => each.headers);
  return spec !== undefined && returnedParameter(read, list, spec) !== undefined;
}

it.each<[Texts]>([
  [{ header: 'The value of the request.' }],
  [{ header: 'Echoes the header of the request.' }],
  [{ header: 'Same value as in the request, or a generated one if the request has none.' }],
  [{ parameter: 'A name for the call. It is echoed back in the response.' }],
  [{ parameter: 'Returned unchanged in every reply.' }],
  [{ operation: '`X-Request-Id` names the call.\nThe response has the same value unchanged.' }],
  [
    {
      contract:
        'Notes:\n\n* `X-Request-Id` (a UUID) is optional. The response - of whatever status - plays the same value back;\n  if the request has none, one is made up.\n* Bodies are JSON.',
    },
  ],
  [
    {
      contract:
        '* **Request ids.** A caller may send `X-Request-Id`. Every reply, also a refusal, repeats it; without one, the\n  service makes one up.\n* Bodies are JSON.',
    },
  ],
])('a reply returns a header of the request: %j', async (texts) => {
  expect(await isReturned(texts)).toBe(true);
});

it.each<[Texts]>([
  [{}],
  [{ header: 'The identifier of the call.' }],
  [{ header: 'The value of the request, or one that the service made up.' }],
  [{ header: 'May echo the value of the request.' }],
  [{ header: 'The `X-Request-Id` of the request, or a new one.' }],
  [{ contract: '**Request ids.** A caller may send `X-Trace`. Every reply repeats it.' }],
  [{ contract: '**Request ids.** A caller may send `X-Request-Id`. Every reply repeats it only if it is valid.' }],
  [{ contract: '**Request ids.** A caller may send `X-Request-Id`. Every response to a failed request repeats it.' }],
  [{ contract: '**Request ids.** A caller may send `X-Request-Id`. Each reply of the search returns it.' }],
  [{ header: 'The value of the request, shortened to 32 characters.' }],
  [{ header: 'A hash derived from the value of the request.' }],
  [{ header: 'The value of the request, unless it is in use.' }],
  [{ parameter: 'The value is returned in the body of the response.' }],
  [{ parameter: 'Usually returned in the response.' }],
  [{ parameter: 'Returned in the response if it is valid.' }],
  [{ parameter: 'Never echoed in the response.' }],
  [{ contract: '`Authorization` is required. The response returns the same value back.' }],
  [{ contract: '`X-Request-Id` and `X-Client` are optional. The response returns the same value back.' }],
  [{ header: 'The value of the request.', name: 'X-Client' }],
  [{ header: 'The ID of the request.' }],
  [{ header: 'Unique identifier of the request, assigned by the gateway.' }],
  [{ parameter: 'The version that was used is returned in the response.' }],
  [{ operation: '`X-Request-Id` identifies the call. The created order is returned in the response.' }],
  [{ contract: 'Calls have `X-Request-Id`. The server time is returned in every response.' }],
])('a reply need not return a header of the request: %j', async (texts) => {
  expect(await isReturned(texts)).toBe(false);
});
