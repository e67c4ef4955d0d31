import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.js';

it('work with half of the budget that ends early makes the result incomplete', () => {
  const budget = new WorkBudget(10);
  budget.withHalf(() => budget.spend(6));
  expect(budget.wasShort).toBe(true);
});

it('additional work that ends early does not', () => {
  const budget = new WorkBudget(10);
  budget.withHalfForMore(() => budget.spend(6));
  expect(budget.wasShort).toBe(false);
  budget.spend(5);
  expect(() => budget.spend(1)).toThrow('the step budget is spent');
});
