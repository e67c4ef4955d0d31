import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import { checkAccessibleNames } from './accessible-names.js';

const EXPECTED = ['getItem', 'listItems'].map((name) => ({ name, operation: name as OperationId }));

it.each<[string, readonly (readonly string[] | undefined)[], string | undefined]>([
  ['all controls have names', [[], []], undefined],
  ['the surface does not list controls', [undefined, undefined], undefined],
  ['one control has no name', [[], ['limit']], '1 control has no accessible name, such as limit of listItems.'],
  [
    'controls of two forms have no name',
    [['item_id'], ['limit', 'cursor']],
    '3 controls have no accessible name, such as item_id of getItem.',
  ],
])('each control of a card needs an accessible name: %s (message: $2)', (_, unnamed, want) => {
  const offered = EXPECTED.map(({ name }, index) => {
    const own = unnamed[index];
    return own === undefined ? { name } : { name, unnamed: own };
  });
  const found = checkAccessibleNames('ui_card', EXPECTED, offered);
  expect(found?.violation.message).toBe(want && `On ui_card, ${want}`);
  expect(found?.operations ?? []).toEqual(EXPECTED.flatMap(({ name }, at) => (unnamed[at]?.length ? [name] : [])));
});

it.each<[string, readonly string[], string]>([
  ['outside of the forms', [], '2 controls have no accessible name, such as base-url.'],
  ['in a form and outside', ['limit'], '3 controls have no accessible name, such as limit of getItem.'],
])(
  'a control that the page shows outside of its forms is counted once: the controls without names are %s',
  (_, unnamed, want) => {
    const unnamedAround = ['base-url', 'token'];
    const offered = EXPECTED.map(({ name }, index) => ({ name, unnamedAround, ...(index === 0 && { unnamed }) }));
    const found = checkAccessibleNames('ui_card', EXPECTED, offered);
    expect(found?.violation.message).toBe(`On ui_card, ${want}`);
    expect(found?.operations).toEqual(['getItem', 'listItems']);
  },
);

it('a form for an operation that the contract does not have is skipped', () => {
  expect(checkAccessibleNames('ui_card', [], [{ name: 'other', unnamed: ['limit'] }])).toBeUndefined();
});
