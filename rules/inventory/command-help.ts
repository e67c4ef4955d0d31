import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';

/**
 * Checks the help of each command. It must succeed. If the help of the program marks flags as required, the marked
 * flags are those that the contract requires. A variable `<PREFIX>_…_TOKEN` that it states is the one that has the
 * token. Each fault is one violation, because one program writes the help of all commands.
 */
export function checkCommandHelp(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const byName = new Map(offered.map((entry) => [entry.name, entry] as const));
  const pairs = expected.flatMap((entry) => {
    const found = byName.get(entry.name);
    return found === undefined ? [] : [{ entry, found }];
  });
  const failing = pairs
    .filter(({ found }) => found.isHelpless === true)
    .map(({ entry }) => ({ entry, of: entry.name }));
  const flags = pairs.flatMap(({ entry, found }) =>
    [...(entry.required ?? [])].flatMap(([flag, wanted]) => {
      const marked = found.required?.get(flag);
      return marked === undefined ? [] : [{ entry, wanted, marked, of: `${entry.name} ${flag}` }];
    }),
  );
  const wrong = flags.some(({ marked }) => marked) ? flags.filter(({ wanted, marked }) => wanted !== marked) : [];
  const misnamed = pairs.flatMap(({ entry, found: { otherVariable } }) =>
    otherVariable === undefined ? [] : [{ entry, of: otherVariable.stated, read: otherVariable.read }],
  );
  const { of: stated = '', read = '' } = misnamed[0] ?? {};
  const named = (each: readonly { readonly of: string }[]): string => shownNames(each.map(({ of }) => of));
  return [
    ...violation(surface, failing, {
      kind: 'help-fails',
      message: `The option --help of ${surface} fails for ${named(failing)}.`,
      expected: 'exit code 0',
    }),
    ...violation(surface, wrong, {
      kind: 'required-differs',
      message: `The help of ${surface} marks other flags as required than the contract: ${named(wrong)}.`,
      expected: wrong.map(({ of, wanted }) => `${of}: ${wanted ? 'required' : 'optional'}`),
    }),
    ...violation(surface, misnamed, {
      kind: 'variable-differs',
      message: `The help of ${surface} states the variable ${stated} for the token, but not ${read}.`,
      expected: read,
    }),
  ];
}

function violation(
  surface: string,
  faults: readonly { readonly entry: ExpectedEntry; readonly of: string }[],
  { kind, message, expected }: Pick<InventoryViolation['violation'], 'kind' | 'message' | 'expected'>,
): readonly InventoryViolation[] {
  if (faults.length === 0) return [];
  const repair = `Correct the help of ${surface}.`;
  const received = [...new Set(faults.map(({ of }) => of))];
  const operations = [...new Set(faults.map(({ entry }) => entry.operation))];
  const about = { surface, pointer: '/inventory', blame: 'surface', cause: kind } as const;
  return [{ operations, violation: { ...about, kind, message, expected, received, repair } }];
}
