import { expect, it } from 'vitest';
import type { GateChoice } from '../../../contract/case.js';
import { contractOf, itemService, operationOf } from '../../../contract/fixtures/contracts.js';
import type { GateWay } from '../../../contract/gate-way.js';
import { type GateDecision, gateDecision } from './gate-choice.js';

const contract = await itemService();

function decided(gate: GateChoice, gateWay: GateWay): GateDecision {
  return gateDecision({ operation: operationOf(contract, 'listItems'), input: {}, token: '', gate, gateWay }, contract);
}

it.each<[words: string, gateWay: GateWay, args: readonly string[], approve: string]>([
  ['with an empty list', 'blank', ['--approve=,'], ' , '],
  ['with parts of the name of the gate', 'prefix', ['--approve=list_items', '--approve=review'], 'list_items,review'],
  [
    'with longer names that contain the name of the gate',
    'extension',
    ['--approve=list_items_review_2', '--approve=not_list_items_review'],
    'list_items_review_2,not_list_items_review',
  ],
  [
    'with the names of the operation, its command and its tool',
    'operation',
    ['--approve=listItems', '--approve=list-items', '--approve=list_items'],
    'listItems,list-items,list_items',
  ],
])(
  'an approval that must not open the gate is passed by flag and by variable: an approval %s',
  (_, gateWay, args, approve) => {
    const choice = gateWay === 'blank' ? 'unanswered' : 'other';
    expect(decided(choice, gateWay)).toEqual({ args, variables: { APPROVE: approve } });
  },
);

it('no decision in the way `empty` sets the variables for approval and denial to empty texts, and passes no flag', () => {
  expect(decided('unanswered', 'empty')).toEqual({ args: [], variables: { APPROVE: '', DENY: '' } });
});

it.each<[gate: string, command: string, gateWay: GateWay]>([
  ['send', 'send', 'operation'],
  ['send', 'send', 'prefix'],
  ['send_mail', 'send-mail', 'operation'],
  ['_', 'send', 'prefix'],
])(
  'an approval of other names never has the name of the gate: the gate "%s", the command "%s", the way `%s`',
  async (gate, name, gateWay) => {
    const sending = {
      operationId: gate === '_' ? 'send' : gate,
      'x-svc-hitl-gate': gate,
      'x-svc-cli': { command: name, description: 'Sends a mail.' },
      responses: { '204': { description: 'Sent.' } },
    };
    const mails = await contractOf({ paths: { '/mails': { post: sending } } });
    const call = { operation: operationOf(mails, sending.operationId), input: {}, token: '', gate: 'other' as const };
    const { args } = gateDecision({ ...call, gateWay }, mails);
    expect(args).not.toHaveLength(0);
    expect(args).not.toContain(`--approve=${gate}`);
    expect(args).not.toContain('--approve=');
  },
);
