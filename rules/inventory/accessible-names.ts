import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const ACCESSIBLE_NAMES: RuleStatement = {
  id: 'inventory/accessible-names',
  severity: 'should',
  statement:
    'Each visible control of a card, in a form or outside of the forms, has an accessible name: a label, or `aria-label`.',
  source: 'WCAG 2.2, success criteria 4.1.2 (Name, Role, Value) and 3.3.2 (Labels or Instructions)',
  repair:
    'Put the control into a `<label>` with a text, write the `id` of the control as `for` of its label, or give the control an `aria-label`.',
};

/**
 * The violation for visible controls of a card without an accessible name; `undefined` if every control has one. All
 * such controls become one violation, because the same code makes them. Controls outside of the forms belong to every
 * operation.
 */
export function checkAccessibleNames(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): InventoryViolation | undefined {
  const operationOf = new Map(expected.map(({ name, operation }) => [name, operation] as const));
  const faulty = offered.flatMap(({ name, unnamed = [], unnamedAround = [] }) => {
    const operation = operationOf.get(name);
    return operation === undefined || unnamed.length + unnamedAround.length === 0
      ? []
      : [{ operation, unnamed, unnamedAround }];
  });
  const [first] = faulty;
  if (first === undefined) return undefined;
  const inForms = faulty.flatMap(({ operation, unnamed }) => unnamed.map((control) => `${control} of ${operation}`));
  const controls = [...inForms, ...first.unnamedAround];
  const count = controls.length === 1 ? '1 control has' : `${controls.length} controls have`;
  return {
    operations: faulty.map(({ operation }) => operation),
    violation: {
      surface,
      pointer: '/inventory',
      kind: 'control-unnamed',
      message: `On ${surface}, ${count} no accessible name, such as ${controls[0] ?? ''}.`,
      expected: 'an accessible name for each control',
      received: controls,
      blame: 'surface',
      cause: 'accessible-names',
    },
  };
}
