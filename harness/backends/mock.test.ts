import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailedResponse, WireResponse } from '../../surfaces/exchange.js';
import { replyJson } from '../../rules/reply.js';
import type { Backend, BackendInstance } from './backend.js';
import { mockBackend } from './mock.js';

const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };

const description = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'getThing',
        responses: {
          '200': {
            description: 'a thing',
            content: { 'application/json': { schema: { type: 'object', required: ['name'] }, example: { nam: 'a' } } },
          },
        },
      },
    },
    '/open': {
      get: {
        operationId: 'getOpen',
        security: [{}],
        responses: {
          '200': {
            description: 'a text',
            content: { 'application/json': { schema: { type: 'string' }, example: 'a' } },
          },
        },
      },
    },
    '/bytes': {
      get: {
        operationId: 'getBytes',
        responses: {
          '200': {
            description: 'a file',
            content: {
              'application/octet-stream': {},
              'image/png': { schema: { contentMediaType: 'image/png' } },
              'application/pdf': { schema: { type: 'string', maxLength: 1 } },
              'application/zip': { example: 'own' },
            },
          },
        },
      },
    },
    '/named': {
      post: {
        operationId: 'addNamed',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  risky: { $ref: '#/components/schemas/Risky' },
                  safe: { type: 'string', pattern: '^[a-z]+$' },
                },
              },
            },
          },
        },
        responses: { '200': { description: 'added', content: { 'application/json': { example: { added: true } } } } },
      },
    },
    '/marked': {
      get: {
        operationId: 'getMarked',
        // Prism calls `split` on the value of an exploded object header even if the request does not have the header.
        parameters: [{ name: 'X-Marks', in: 'header', schema: OBJECT, style: 'simple', explode: true }],
        responses: { '204': { description: 'nothing' } },
      },
    },
  },
  components: {
    schemas: { Risky: { type: 'string', pattern: '^(a+)+$' } },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
};

let folder: string;
let backend: Backend;
let mock: BackendInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-'));
  await writeFile(join(folder, 'things.json'), JSON.stringify(description));
  backend = mockBackend(join(folder, 'things.json'), 5000);
  mock = await backend.start();
});
afterAll(async () => {
  await mock.stop();
  await rm(folder, { recursive: true });
});

async function replyTo(target: string): Promise<WireResponse | FailedResponse> {
  return mock.respond({ method: 'GET', target, headers: [['accept', 'application/json']], body: new Uint8Array() });
}

describe('the mock', () => {
  it('the mock returns an invalid example of the contract unchanged, so that the rules can judge it', async () => {
    const reply = await replyTo('/things');
    if (reply.kind !== 'response') throw new Error(reply.reason);
    expect(replyJson(reply)).toEqual({ nam: 'a' });
    expect(reply.headers.map(([name]) => name.toLowerCase())).not.toContain('sl-violations');
  });

  it('the mock reports an error of Prism only for the request that caused the error', async () => {
    const [marked, thing, again] = await Promise.all([replyTo('/marked'), replyTo('/things'), replyTo('/marked')]);
    expect(marked).toEqual({ kind: 'failed', reason: expect.stringMatching(/^Prism threw: .*'split'/) as string });
    expect([thing, again]).toMatchObject([{ kind: 'response', status: 200 }, marked]);
  });

  it.each([
    ['application/octet-stream', 'bytes'],
    ['image/png', 'bytes'],
    ['application/pdf', 's'],
    ['application/zip', 'own'],
  ])('a request that accepts %s gets a body that its schema permits: %s', async (accept, body) => {
    const headers = [['accept', accept]] as const;
    const reply = await mock.respond({ method: 'GET', target: '/bytes', headers, body: new Uint8Array() });
    if (reply.kind !== 'response') throw new Error(reply.reason);
    expect([reply.status, Buffer.from(reply.body as Uint8Array).toString()]).toEqual([200, body]);
    expect(new Map(reply.headers.map(([name, value]) => [name.toLowerCase(), value])).get('content-type')).toBe(accept);
  });

  it('the mock accepts a credential for an operation that needs none', async () => {
    const headers = [['authorization', 'Bearer a']] as const;
    expect(await mock.respond({ method: 'GET', target: '/open', headers, body: new Uint8Array() })).toMatchObject({
      kind: 'response',
      status: 200,
    });
  });

  it('the mock sends no reply to a request target that is not a valid URI', async () => {
    expect(await replyTo('/things?a=%zz')).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('not a valid URI') as string,
    });
  });

  it('the mock does not match values with a regular expression that could hang it', async () => {
    const status = async (body: object): Promise<unknown> => {
      const headers = [['content-type', 'application/json']] as const;
      const reply = await mock.respond({
        method: 'POST',
        target: '/named',
        headers,
        body: Buffer.from(JSON.stringify(body)),
      });
      return reply.kind === 'response' ? reply.status : reply.reason;
    };
    // The regular expression engine needs a second for this value. Each further character doubles the time.
    expect(await status({ risky: `${'a'.repeat(28)}!` })).toBe(200);
    expect([await status({ safe: 'A' }), await status({ safe: 'a' })]).toEqual([422, 200]);
    expect(backend.unenforced?.()).toEqual(['^(a+)+$']);
  });

  it('the mock does not start without its contract file, and the error names the file', async () => {
    const none = join(folder, 'none.json');
    await expect(mockBackend(none, 5000).start()).rejects.toMatchObject({
      code: 'mock-unavailable',
      message: expect.stringContaining(none) as string,
    });
  });
});
