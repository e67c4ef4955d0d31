import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.js';

it('a result is incomplete if required work exceeds half of the budget', () => {
  const budget = new WorkBudget(10);
  budget.withHalf(() => budget.spend(6));
  expect(budget.wasShort).toBe(true);
});

it('a result is complete if only additional work exceeds half of the budget', () => {
  const budget = new WorkBudget(10);
  budget.withHalfForMore(() => budget.spend(6));
  expect(budget.wasShort).toBe(false);
  budget.spend(5);
  expect(() => budget.spend(1)).toThrow('the step budget is spent');
});
