import { expect, it } from 'vitest';
import { WorkBudget } from './work-budget.js';

it('`wasShort` is true if required work needs more than half of the step budget', () => {
  const budget = new WorkBudget(10);
  budget.withHalf(() => budget.spend(6));
  expect(budget.wasShort).toBe(true);
});

it('`wasShort` is false if only optional work needs more than half of the step budget', () => {
  const budget = new WorkBudget(10);
  budget.withHalfForMore(() => budget.spend(6));
  expect(budget.wasShort).toBe(false);
  budget.spend(5);
  expect(() => budget.spend(1)).toThrow('the step budget is exhausted');
});
