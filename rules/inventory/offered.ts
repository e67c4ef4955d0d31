import { joinPointer } from '../../contract/json/json-pointer.js';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';
import { DESCRIPTION_DIFFERS, oneDescriptionFault } from './one-description-fault.js';

export const OFFERED: RuleStatement = {
  id: 'inventory/offered',
  severity: 'must',
  statement:
    "At run time a surface offers exactly the operations that the contract assigns to it, with the contract's names, inputs and descriptions. The `--help` of a command succeeds. If it marks flags as `(required)`, these are the ones that the contract requires. If it states an environment variable `<PREFIX>_…_TOKEN`, it states `<PREFIX>_TOKEN`.",
  source: 'the contract: operations, x-<prefix>-cli, x-<prefix>-mcp-tool; MCP tools/list',
  repair:
    'Generate the surface again, or correct the name in the contract. If the surface offers further operations, add them to the contract or remove them from the surface.',
};

/**
 * Compares the operations that a surface offers with the contract: reports operations that are missing, additional,
 * renamed or repeated, and operations whose inputs have different names.
 */
export function checkOffered(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  if (offered.length === 0 && expected.length > 1) return [nothingOffered(surface, expected)];
  const byName = new Map(offered.map((entry) => [entry.name, entry] as const));
  const wanted = new Set(expected.map(({ name }) => name));
  const described = expected.filter(({ name, description }) => description !== undefined && byName.has(name));
  const differences = expected.flatMap((entry) => {
    const found = byName.get(entry.name);
    return found === undefined
      ? [notOffered(surface, entry, offered)]
      : [
          ...inputDifferences(surface, entry, found),
          ...missingMembers(surface, entry, found),
          ...declarationDifferences(surface, entry, found),
        ];
  });
  const ofContract = [
    ...oneDescriptionFault(surface, described.length, differences),
    ...repeated(surface, expected, offered),
  ];
  const beyond = [...byName.keys()].filter((name) => !wanted.has(name));
  const [missing, ...others] = ofContract.filter(({ violation: { kind } }) => kind === 'missing');
  if (
    missing !== undefined &&
    others.length === 0 &&
    beyond.length === 1 &&
    !expected.some(({ isMapped }) => isMapped)
  ) {
    return ofContract.map((each) => (each === missing ? renamed(surface, each, beyond[0] ?? '') : each));
  }
  const unexpected = (expected.some(({ isMapped }) => isMapped) ? [] : joinedMethods(beyond)).map(
    (name): InventoryViolation => ({
      operations: [],
      violation: violation(
        surface,
        name,
        'unexpected',
        `${surface} offers ${name}, which the contract does not have.`,
        '(not in the contract)',
        name,
      ),
    }),
  );
  return [...ofContract, ...unexpected];
}

/** Combines the names of routes with the same path: `GET /items` and `DELETE /items` become `DELETE, GET /items`. */
function joinedMethods(names: readonly string[]): readonly string[] {
  const methods = new Map<string, string[]>();
  for (const name of names) {
    const [, method = name, path = ''] = /^([A-Z]+)( \/.*)$/s.exec(name) ?? [];
    const key = path === '' ? name : path;
    methods.set(key, [...(methods.get(key) ?? []), method]);
  }
  return [...methods].map(([path, of]) => (path.startsWith(' ') ? of.toSorted().join(', ') + path : path));
}

/**
 * The name of an operation in messages: its `operationId`, followed by its name on the surface if that name differs.
 */
function named({ operation, name }: Pick<ExpectedEntry, 'operation' | 'name'>): string {
  return operation === (name as OperationId) ? operation : `${operation} (\`${name}\`)`;
}

/**
 * The violation for one missing and one additional name, which are probably the same operation under a different name.
 */
function renamed(
  surface: string,
  { violation: { expected }, operations }: InventoryViolation,
  name: string,
): InventoryViolation {
  const wanted = String(expected);
  const [operation] = operations;
  const renaming = violation(
    surface,
    wanted,
    'renamed',
    `${surface} offers \`${name}\` in place of ${operation === undefined ? wanted : named({ name: wanted, operation })}.`,
    wanted,
    name,
  );
  return { violation: renaming, operations };
}

/**
 * Reports names that a surface offers more than once. The contract does not define which operation such a name calls.
 */
function repeated(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const counts = expected.map((entry) => ({ entry, count: offered.filter(({ name }) => name === entry.name).length }));
  const several = counts.filter(({ count }) => count > 1);
  const [first] = several;
  if (first === undefined) return [];
  const { entry, count } = first;
  const names = several.map((each) => named(each.entry));
  const message =
    several.length === 1
      ? `${surface} offers ${named(entry)} ${count} times.`
      : `${surface} offers each of ${names.join(', ')} more than once.`;
  return [
    {
      operations: several.map((each) => each.entry.operation),
      violation: violation(surface, entry.name, 'repeated', message, 'once', `${count} times`),
    },
  ];
}

/**
 * The violation for a surface that lists no operation at all. It is only one violation, because the list itself is
 * probably wrong.
 */
function nothingOffered(surface: string, expected: readonly ExpectedEntry[]): InventoryViolation {
  const names = expected.map(({ name }) => name);
  const message = `${surface} lists none of its ${expected.length} operations: ${shownNames(expected.map(named))}.`;
  return {
    operations: expected.map(({ operation }) => operation),
    violation: violation(surface, names[0] ?? '', 'missing', message, names, '(nothing)'),
  };
}

function notOffered(surface: string, entry: ExpectedEntry, offered: readonly InventoryEntry[]): InventoryViolation {
  const names = offered.map(({ name }) => name);
  return {
    operations: [entry.operation],
    violation: violation(
      surface,
      entry.name,
      'missing',
      `${surface} does not offer ${named(entry)}.`,
      entry.name,
      names.slice(0, 20),
    ),
  };
}

function inputDifferences(surface: string, entry: ExpectedEntry, found: InventoryEntry): readonly InventoryViolation[] {
  if (entry.inputs === undefined || found.inputs === undefined) return [];
  const [wanted, has] = [new Set(entry.inputs), new Set(found.inputs)];
  const lacking = [...wanted].filter((name) => !has.has(name));
  const extra = [...has].filter((name) => !wanted.has(name));
  if (lacking.length === 0 && extra.length === 0) return [];
  const message = `${named(entry)} of ${surface} takes different inputs from those in the contract.`;
  return [
    {
      operations: [entry.operation],
      violation: violation(surface, entry.name, 'inputs-differ', message, [...wanted].toSorted(), [...has].toSorted()),
    },
  ];
}

/**
 * Reports members of an input for which the form of an operation has no control. A form with one control for the whole
 * input needs no controls for members.
 */
function missingMembers(surface: string, entry: ExpectedEntry, found: InventoryEntry): readonly InventoryViolation[] {
  const shown = new Set(found.members);
  const inputs = new Set([...shown].map(inputOf));
  const lacking = (entry.members ?? []).filter(
    (member) =>
      inputs.has(inputOf(member)) && !shown.has(member) && (member === memberOf(member) || shown.has(memberOf(member))),
  );
  if (lacking.length === 0) return [];
  const message = `The form of ${named(entry)} on ${surface} has no control for ${lacking.join(', ')}.`;
  return [
    {
      operations: [entry.operation],
      violation: violation(surface, entry.name, 'members-missing', message, lacking, found.members ?? []),
    },
  ];
}

/**
 * The name of a member without the value or the branch that a control selects for it: `body.note` for `body.note =
 * null`, `body.source` for `body.source[0].file`, and `body.source[0].kind` for `body.source[0].kind = "file"`.
 */
function memberOf(member: string): string {
  const whole = member.replace(/ = .*$/s, '');
  return whole === member ? member.replace(/\[\d+\]\.[^[\]]*$/, '') : whole;
}

function inputOf(member: string): string {
  return member.split('.', 1)[0] ?? '';
}

/**
 * Compares what a surface declares about an operation, such as its description, with the contract. A model reads these
 * declarations to choose a tool, and a wrong one misleads it.
 */
function declarationDifferences(
  surface: string,
  { operation, name, description, isReadOnly }: ExpectedEntry,
  found: InventoryEntry,
): readonly InventoryViolation[] {
  const faults: InventoryViolation[] = [];
  if (description !== undefined && found.description?.trim() !== description.trim()) {
    const message = `${surface} describes ${named({ name, operation })} differently from the contract.`;
    const received = found.description ?? '(no description)';
    faults.push({
      operations: [operation],
      violation: violation(surface, name, DESCRIPTION_DIFFERS, message, description, received),
    });
  }
  if (isReadOnly === false && found.isReadOnly === true) {
    const message = `${surface} declares that ${named({ name, operation })} only reads, but its method may change state.`;
    faults.push({
      operations: [operation],
      violation: violation(surface, name, 'declared-read-only', message, 'not read-only', 'read-only'),
    });
  }
  return faults;
}

function violation(
  surface: string,
  name: string,
  kind: string,
  message: string,
  expected: string | readonly string[],
  received: string | readonly string[],
): Violation {
  const repair = repairOf(surface, name, kind, expected, received);
  return {
    surface,
    pointer: joinPointer('/inventory', name),
    kind,
    message,
    expected,
    received,
    blame: 'surface',
    cause: name,
    repair,
  };
}

function repairOf(
  surface: string,
  name: string,
  kind: string,
  expected: string | readonly string[],
  received: string | readonly string[],
): string {
  switch (kind) {
    case 'missing':
      return `Offer \`${name}\` on ${surface}: generate the surface again, or register it in the hand-written code.`;
    case 'renamed':
      return `Offer \`${name}\` on ${surface} under that name, or rename it in the contract; the surface offers \`${String(received)}\`.`;
    case 'unexpected':
      return `Remove \`${name}\` from ${surface}, or add its operation to the contract.`;
    case DESCRIPTION_DIFFERS:
      return `Describe \`${name}\` on ${surface} as in the contract, or change the description in the contract.`;
    case 'declared-read-only':
      return `Remove \`readOnlyHint\` from \`${name}\` on ${surface}.`;
    case 'members-missing':
      return `Add a control for ${[expected].flat().join(', ')} to the form of \`${name}\` on ${surface}.`;
    case 'repeated':
      return `Register \`${name}\` once on ${surface}.`;
    default:
      return inputsRepair(surface, name, new Set(expected), new Set(received));
  }
}

function inputsRepair(surface: string, name: string, wanted: ReadonlySet<string>, has: ReadonlySet<string>): string {
  const list = (names: readonly string[]): string => names.map((each) => `\`${each}\``).join(', ');
  const [lacking, extra] = [[...wanted].filter((each) => !has.has(each)), [...has].filter((each) => !wanted.has(each))];
  const add = lacking.length === 0 ? [] : [`add ${list(lacking)}`];
  const remove = extra.length === 0 ? [] : [`remove ${list(extra)}`];
  return `In the inputs of \`${name}\` on ${surface}, ${[...add, ...remove].join(' and ')}; or generate the surface again.`;
}
