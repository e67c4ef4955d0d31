import type { HeaderPair } from '../../contract/wire/message.js';
import type { Proof, ShownExchange } from '../../rules/proof.js';

/** The proof for an SDK that omits a null, compared with a surface that sends it. */
export function nullDroppedProof(): Proof {
  return {
    surface: 'sdk_typescript',
    exchanges: [created('{"name":"aaa"}', 'undici')],
    outcome: 'value: {"item_id": "itm_0007", "name": "aaa", "version": 1}',
    sibling: {
      surface: 'rest',
      exchanges: [created('{"name":"aaa","description":null}')],
      outcome: 'value, status 201: {"item_id": "itm_0007", "name": "aaa", "description": null, "version": 1}',
    },
    serviceLog: 'POST /items 201 3 ms\nstored itm_0007 without a description',
    curl: `curl -sS --path-as-is --globoff -i -X POST "$BASE_URL/items" -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" -H 'User-Agent:' -H 'Accept:' --data-raw '{"name":"aaa"}'`,
    reproductions: [
      {
        surface: 'sdk_typescript',
        language: 'typescript',
        text: [
          "import { Client } from './sdk/client.js';",
          '',
          "const client = new Client({ baseUrl: process.env['BASE_URL'] ?? '', token: process.env['TOKEN'] ?? '' });",
          "console.log(await client.createItem({ body: { name: 'aaa', description: null } }));",
        ].join('\n'),
      },
      {
        surface: 'cli',
        language: 'sh',
        text: `SVC_BASE_URL="$BASE_URL" SVC_TOKEN="$TOKEN" items create-item '--body={"name":"aaa","description":null}'`,
      },
    ],
  };
}

function created(body: string, agent?: string): ShownExchange {
  const own: readonly HeaderPair[] = agent === undefined ? [] : [['user-agent', agent]];
  return {
    request: {
      method: 'POST',
      target: '/items',
      headers: [
        ['host', '127.0.0.1:41234'],
        ...own,
        ['content-type', 'application/json'],
        ['authorization', 'Bearer $TOKEN'],
      ],
      body,
    },
    response: {
      status: 201,
      headers: [
        ['content-type', 'application/json'],
        ['location', '/items/itm_0007'],
        ['date', 'Sun, 01 Mar 2026 09:30:00 GMT'],
      ],
      body: '{"item_id":"itm_0007","name":"aaa","version":1}',
    },
  };
}

/**
 * The proof for a reply that violates its schema. No other surface is compared, because every surface receives the same
 * reply.
 */
export function replyProof(): Proof {
  return {
    surface: 'rest',
    exchanges: [
      {
        request: { method: 'GET', target: '/items?limit=1', headers: [['authorization', 'Bearer $TOKEN']] },
        response: {
          status: 200,
          headers: [['content-type', 'application/json']],
          body: '{"items":[{"item_id":"itm_0001","price":12.345,"name":"Größe 日本","tags":["a","b"]}],"next_cursor":null}',
        },
      },
    ],
    outcome: 'value, status 200: {"items": [{"item_id": "itm_0001", "price": 12.345}], "next_cursor": null}',
    curl: `curl -sS --path-as-is --globoff -i "$BASE_URL/items?limit=1" -H "authorization: Bearer $TOKEN" -H 'User-Agent:' -H 'Accept:'`,
  };
}
