import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.js';

it('a step budget was short if required work exceeds half of it', () => {
  const budget = new WorkBudget(10);
  budget.withHalf(() => budget.spend(6));
  expect(budget.wasShort).toBe(true);
});

it('a step budget was not short if only optional work exceeds half of it', () => {
  const budget = new WorkBudget(10);
  budget.withHalfForMore(() => budget.spend(6));
  expect(budget.wasShort).toBe(false);
  budget.spend(5);
  expect(() => budget.spend(1)).toThrow('the step budget is exhausted');
});
