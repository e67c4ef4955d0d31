import { expect, it } from 'vitest';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import type { HostedCall, HostedCard, HostedPage, HostedReply } from '../../surfaces/hosted-page.js';
import { checkHostedPage } from './hosted-page.js';

const contract = await itemService();
const CONTENT = { name: 'Ledger' };
const HOSTED: HostedCall = {
  call: {
    operation: operationOf(contract, 'getItem'),
    input: { path: { item_id: 'a' } },
    gate: 'approved',
  },
  tool: 'get_item',
  content: CONTENT,
};
const PAGE: HostedPage = { uri: 'ui://items/card.html', reading: { kind: 'read', html: '' }, calls: [HOSTED] };

const SUCCESS: HostedReply = {
  hosted: HOSTED,
  caller: 'card',
  answered: CONTENT,
  isError: false,
  requested: [{ name: 'get_item', arguments: { item_id: 'a' } }],
  outcome: { kind: 'value', value: CONTENT },
};
const FAILURE: HostedReply = {
  ...SUCCESS,
  answered: { status: 409 },
  isError: true,
  outcome: { kind: 'problem', problem: { status: 409 } },
};
const PUSHED: HostedReply = { ...SUCCESS, caller: 'host', requested: [] };
const SHOWN_AS_SUCCESS = { kind: 'value', value: { status: 409 } } as const;

function card(...replies: readonly HostedReply[]): HostedCard {
  return { faults: [], replies };
}

it.each<[string, HostedCard, readonly string[]]>([
  ['a card that shows each call', card(SUCCESS, FAILURE, PUSHED), []],
  ['a card without forms', card(), []],
  [
    'a form that refuses the input',
    card({ ...SUCCESS, requested: [], outcome: { kind: 'refused', by: 'client', reason: 'too short' } }),
    [],
  ],
  ['a card that does not answer the host', { faults: ['no handshake'], replies: [] }, ['not-in-host getItem']],
  [
    'a card that calls the operation in place of its tool, and shows the error of the host',
    card({ ...SUCCESS, requested: [{ name: 'getItem' }], outcome: { kind: 'problem', native: { error: 'unknown' } } }),
    ['other-tool getItem'],
  ],
  [
    'a card that sends the operation other arguments',
    card({ ...SUCCESS, requested: [{ name: 'get_item', arguments: { id: 'a' } }] }),
    ['other-arguments getItem'],
  ],
  [
    'a card that requests no call',
    card({ ...SUCCESS, requested: [], outcome: { kind: 'crash', detail: 'no view' } }),
    ['result-not-shown getItem'],
  ],
  [
    'a card that waits for ever',
    card({ ...SUCCESS, outcome: { kind: 'timeout', afterMs: 5 } }),
    ['result-not-shown getItem'],
  ],
  [
    'a card that waits for ever after the second call of the host, which fails',
    card(PUSHED, { ...FAILURE, caller: 'host', outcome: { kind: 'timeout', afterMs: 5 } }),
    ['result-not-shown getItem'],
  ],
  [
    'a card that shows another value for a call of the host',
    card({ ...PUSHED, outcome: { kind: 'value', value: {} } }),
    ['result-not-shown getItem'],
  ],
  [
    'a card that shows failures of the host and of its own as successes',
    card({ ...FAILURE, outcome: SHOWN_AS_SUCCESS }, { ...FAILURE, caller: 'host', outcome: SHOWN_AS_SUCCESS }),
    ['failure-shown-as-success getItem'],
  ],
])('judges a card in a host: %s (violations: $2)', (_, shown, want) => {
  const found = checkHostedPage('ui_card', PAGE, shown);
  expect(found.map(({ violation, operations }) => [violation.kind, ...operations].join(' '))).toEqual(want);
  expect(found.every(({ violation: { surface, blame } }) => surface === 'ui_card' && blame === 'surface')).toBe(true);
});
