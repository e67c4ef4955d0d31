import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.js';

it('a result is incomplete if the required half of its work ends early', () => {
  const budget = new WorkBudget(10);
  budget.withHalf(() => budget.spend(6));
  expect(budget.wasShort).toBe(true);
});

it('a result stays complete if its additional work ends early', () => {
  const budget = new WorkBudget(10);
  budget.withHalfForMore(() => budget.spend(6));
  expect(budget.wasShort).toBe(false);
  budget.spend(5);
  expect(() => budget.spend(1)).toThrow('the step budget is spent');
});
