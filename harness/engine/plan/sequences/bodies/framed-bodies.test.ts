import { expect, it } from 'vitest';
import { itemService } from '../../../../../contract/fixtures/contracts.js';
import { CaseMaker } from '../../../../cases/make-cases.js';
import { framedBodies } from './framed-bodies.js';

it('to find bodies that are too large, invalid cases are made only for operations that require a body', async () => {
  const { operations, ...others } = await itemService();
  const maker = new CaseMaker({ operations, ...others }, { seed: 1, runs: 1, values: new Map() });
  const asked: string[] = [];
  const asking = new Proxy(maker, {
    get: (target, name, receiver) => {
      if (name !== 'make') return Reflect.get(target, name, receiver) as unknown;
      return (...given: Parameters<CaseMaker['make']>) => {
        asked.push(`${given[0].id} ${given[1]}`);
        return maker.make(...given);
      };
    },
  });
  const sequences = framedBodies(operations, asking, () => true);
  const withBody = operations.filter(({ requestBody }) => requestBody?.required === true).map(({ id }) => id);
  expect(asked).toEqual(withBody.map((id) => `${id} invalid`));
  expect(
    sequences.map(({ steps }) => steps.map(({ operation, case: { raw } }) => [operation.id, raw?.fault, raw?.framing])),
  ).toContainEqual([
    ['createItem', 'size', undefined],
    ['createItem', 'size', 'chunks'],
    ['createItem', 'framing', 'chunks'],
  ]);
});
