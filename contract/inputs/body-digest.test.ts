import { expect, it } from 'vitest';
import { operationArguments } from '../arguments.js';
import { contractOf, operationOf } from '../fixtures/contracts.js';
import type { JsonObject } from '../json/json.js';
import { bodyDigest, digestArguments } from './body-digest.js';

const TEXT = { type: 'string' };
const HEX = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const SHA256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
const SHA256_BASE64 = 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=';
const BYTES = 'application/octet-stream';

it.each<[name: string, text: string, schema: JsonObject, type: string, want: string | undefined]>([
  ['X-Content-SHA256', '', HEX, BYTES, SHA256],
  ['X-Sum', 'The SHA-256 of the content.', HEX, BYTES, SHA256],
  ['X-Checksum-Sha256', 'The checksum in base64.', TEXT, 'text/plain', SHA256_BASE64],
  ['X-Checksum-Sha256', 'The checksum in hex digits.', TEXT, BYTES, SHA256],
  ['x-content-sha256', '', { type: 'string', minLength: 64 }, BYTES, SHA256],
  ['x-content-sha256', '', TEXT, BYTES, undefined],
  ['X-Checksum', '', HEX, BYTES, undefined],
  ['Content-MD5', '', TEXT, BYTES, 'DMF1ucDxtqgxw5niaXcmYQ=='],
  ['Digest', '', TEXT, BYTES, `sha-256=${SHA256_BASE64}`],
  ['Content-Digest', '', TEXT, BYTES, `sha-256=:${SHA256_BASE64}:`],
  ['Content-Digest', '', HEX, BYTES, undefined],
  ['Content-Digest', '', TEXT, 'application/json', undefined],
])(
  'the checksum of the body "a" in the header %s with the text "%s", the schema %j and the type %s → %s',
  async (name, description, schema, type, want) => {
    const parameters = [{ name, in: 'header', description, schema }];
    const requestBody = { content: { [type]: {} } };
    const responses = { 204: { description: '' } };
    const put = { operationId: 'put', parameters, requestBody, responses };
    const contract = await contractOf({ paths: { '/file': { put } } });
    const operation = operationOf(contract, 'put');
    const found = digestArguments(contract, operation);
    expect(found.map((each) => each.name)).toEqual([name]);
    expect(found.map((each) => bodyDigest(contract, operation, each, { body: 'a' }))).toEqual([want]);
  },
);

it.each<[name: string, place: string, text: string]>([
  ['Want-Content-Digest', 'header', ''],
  ['X-Name', 'header', 'The name of the file whose checksum is stored.'],
  ['sha256', 'query', 'Only files with this checksum.'],
])(
  'the parameter %s in %s with the description "%s" is not a checksum of the body',
  async (name, place, description) => {
    const parameters = [{ name, in: place, description, schema: TEXT }];
    const requestBody = { content: { [BYTES]: {} } };
    const put = { operationId: 'put', parameters, requestBody, responses: { 204: { description: '' } } };
    const contract = await contractOf({ paths: { '/file': { put } } });
    const operation = operationOf(contract, 'put');
    expect(operationArguments(operation)).toHaveLength(2);
    expect(digestArguments(contract, operation)).toEqual([]);
  },
);
