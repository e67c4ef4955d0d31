import type { Json } from '../../contract/json/json.js';
import { joinPointer, pointerTokens } from '../../contract/json/json-pointer.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry, StatedInput } from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import { type Bound, type WiderBound, widerBound } from './tool-bounds.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';

export const TOOL_INPUTS: RuleStatement = {
  id: 'inventory/tool-inputs',
  severity: 'should',
  statement:
    'The inputSchema of a tool, or a description, names the values that the contract enumerates for a string input. It enumerates no other values, and states no bound that is wider than that of the contract, and no inclusive bound in place of an exclusive one. A bound may be omitted.',
  source: 'MCP 2025-11-25, Tools (inputSchema): a model makes the arguments of a call from the schema of its tool',
  repair: 'Generate the inputSchema of the tool from the contract, or correct the hand-written schema.',
};

/**
 * If the contract enumerates more values than this, a tool may omit the enumeration, because the schema is part of each
 * model call.
 */
const MOST_VALUES = 20;

/**
 * Values that a tool may add to an enumeration. They mean that the argument is not set, or that the tool chooses its
 * value.
 */
const NO_CHOICE: ReadonlySet<string> = new Set(['', '*', 'all', 'any', 'auto', 'both', 'default', 'none', 'null']);

/**
 * Reports inputs for which a tool permits more values than the contract, so that a model would make wrong calls. All
 * string inputs without the enumeration of the contract become one violation: the schemas were generated without
 * enumerations, which is one cause.
 */
export function checkToolInputs(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const byName = new Map(offered.map((entry) => [entry.name, entry] as const));
  const pairs = expected.flatMap((entry) => comparedInputs(entry, byName.get(entry.name)));
  const guessed = pairs.filter(isGuessed);
  const wider = pairs.flatMap((pair): readonly Wider[] => {
    const bounds = widerBound(pair.wanted, pair.own);
    return bounds === undefined ? [] : [{ ...pair, ...bounds }];
  });
  const inclusive = wider.filter(({ isInclusive }) => isInclusive);
  return [
    ...(guessed[0] === undefined ? [] : [withoutValues(surface, guessed[0], guessed)]),
    ...pairs.flatMap((pair) => otherValues(surface, pair)),
    ...(inclusive[0] === undefined ? [] : [inclusiveBounds(surface, inclusive[0], inclusive)]),
    ...wider.filter(({ isInclusive }) => !isInclusive).map((pair) => wideBound(surface, pair)),
  ];
}

/** One input of a tool, as the contract (`wanted`) and the schema of the tool (`own`) describe it. */
interface Compared {
  readonly operation: OperationId;
  readonly tool: string;
  /** The pointer of the input, such as `/status` and `/body/kind`. */
  readonly pointer: string;
  readonly wanted: StatedInput;
  readonly own: StatedInput;
  /** The descriptions of the tool and of the input, in which the tool may list the permitted values. */
  readonly texts: readonly string[];
}

/** An input for which the tool states a bound that permits more values than the bound of the contract. */
type Wider = Omit<Compared, 'wanted' | 'own'> & WiderBound;

function comparedInputs(entry: ExpectedEntry, found: InventoryEntry | undefined): readonly Compared[] {
  const { operation, name: tool, stated = new Map<string, StatedInput>() } = entry;
  return [...stated].flatMap(([pointer, wanted]) => {
    const own = found?.stated?.get(pointer);
    if (own === undefined) return [];
    const texts = [found?.description ?? '', found?.inputTexts?.get(pointerTokens(pointer)[0] ?? '') ?? ''];
    return [{ operation, tool, pointer, wanted, own, texts }];
  });
}

/**
 * Whether a model must guess the value of an input. The contract enumerates a few strings, but the tool permits any
 * string and lists the strings neither in its schema nor in a description.
 */
function isGuessed({ wanted: { values = [] }, own, texts }: Compared): boolean {
  return (
    values.length > 0 &&
    values.length <= MOST_VALUES &&
    values.every((value) => typeof value === 'string' && value !== '') &&
    own.takesText &&
    own.values === undefined &&
    !own.isOtherwiseLimited &&
    !texts.some((text) => values.every((value) => text.toLowerCase().includes(String(value).toLowerCase())))
  );
}

function withoutValues(surface: string, first: Compared, all: readonly Compared[]): InventoryViolation {
  const values = JSON.stringify(first.wanted.values);
  const others = alsoTrueOf(all);
  return {
    operations: [...new Set(all.map(({ operation }) => operation))],
    violation: {
      ...common(surface, first),
      kind: 'values-not-named',
      message: `The tool ${first.tool} on ${surface} permits any text for \`${inputOf(first.pointer)}\`, and names none of its values: the contract permits only ${values}.${others}`,
      expected: first.wanted.values ?? [],
      received: 'any text',
      cause: 'values',
      repair: `Write the values as \`enum\` in the inputSchema (\`Literal[…]\` or an enum class in Python, \`z.enum([…])\` in zod), or name them in the description of the input.`,
    },
  };
}

/**
 * Reports values that the enumeration of a tool has in addition to all values of the contract. If the tool lacks a
 * value of the contract, nothing is reported here: the tool refuses calls with this value, which other rules report.
 */
function otherValues(surface: string, pair: Compared): readonly InventoryViolation[] {
  const { wanted, own, tool, pointer } = pair;
  if (wanted.values === undefined || own.values === undefined) return [];
  const permitted = new Set(wanted.values.map(canonicalJson));
  const ofTool = new Set(own.values.map(canonicalJson));
  if ([...permitted].some((value) => !ofTool.has(value))) return [];
  const others = own.values.filter((value) => !permitted.has(canonicalJson(value)) && !isNoChoice(value));
  if (others.length === 0) return [];
  const shown = shownNames(others.map((value) => JSON.stringify(value)));
  return [
    {
      operations: [pair.operation],
      violation: {
        ...common(surface, pair),
        kind: 'other-values',
        message: `The tool ${tool} on ${surface} permits ${shown} for \`${inputOf(pointer)}\`, but the contract does not.`,
        expected: wanted.values,
        received: own.values,
        cause: `values ${tool} ${pointer}`,
        repair: `Remove ${shown} from the \`enum\` of \`${inputOf(pointer)}\` in the inputSchema of ${tool}, or add it to the contract.`,
      },
    },
  ];
}

function isNoChoice(value: Json): boolean {
  return typeof value === 'string' && NO_CHOICE.has(value.toLowerCase());
}

function wideBound(surface: string, pair: Wider): InventoryViolation {
  const { own, limit, tool, pointer } = pair;
  const isReplaced = own.keyword !== limit.keyword;
  return {
    operations: [pair.operation],
    violation: {
      ...common(surface, pair),
      ...boundsOf(pair),
      kind: 'wider-bound',
      message: `${widerText(surface, pair)}.`,
      cause: `${own.keyword} ${tool} ${pointer}`,
      repair: `Write \`"${limit.keyword}": ${limit.bound}\`${isReplaced ? ` in place of \`${own.keyword}\`` : ''} for \`${inputOf(pointer)}\` in the inputSchema of ${tool}.`,
    },
  };
}

/**
 * The violation for tools that have an inclusive bound where the contract has an exclusive bound with the same number.
 * There is one for all tools, because the same generator wrote them.
 */
function inclusiveBounds(surface: string, first: Wider, all: readonly Wider[]): InventoryViolation {
  const others = alsoTrueOf(all);
  return {
    operations: [...new Set(all.map(({ operation }) => operation))],
    violation: {
      ...common(surface, first),
      ...boundsOf(first),
      kind: 'inclusive-bound',
      message: `${widerText(surface, first)}, which does not permit ${first.limit.bound} itself.${others}`,
      cause: 'exclusive bounds',
      repair: `Write \`${first.limit.keyword}\` in place of \`${first.own.keyword}\` in the inputSchema.`,
    },
  };
}

/** A sentence for a message that lists the other inputs with the same fault; empty if there are none. */
function alsoTrueOf([, ...others]: readonly Pick<Compared, 'tool' | 'pointer'>[]): string {
  const places = others.map(({ tool, pointer }) => `\`${inputOf(pointer)}\` of \`${tool}\``);
  return places.length === 0 ? '' : ` The same is true of ${shownNames(places)}.`;
}

function widerText(surface: string, { tool, pointer, own, limit }: Wider): string {
  const stated = own.keyword === limit.keyword ? limit.bound : `\`${limit.keyword}\` ${limit.bound}`;
  return `The tool ${tool} on ${surface} states \`${own.keyword}\` ${own.bound} for \`${inputOf(pointer)}\`, but the contract states ${stated}`;
}

function boundsOf({ own, limit }: Wider): Pick<InventoryViolation['violation'], 'expected' | 'received'> {
  const isReplaced = own.keyword !== limit.keyword;
  const shown = ({ keyword, bound }: Bound): Json => (isReplaced ? `${keyword} ${bound}` : bound);
  return { expected: shown(limit), received: shown(own) };
}

/** The name of an input in messages: `body.kind` for the pointer `/body/kind`. */
function inputOf(pointer: string): string {
  return pointerTokens(pointer)
    .filter((token) => token !== '*')
    .join('.');
}

function common(
  surface: string,
  { tool, pointer }: Pick<Compared, 'tool' | 'pointer'>,
): { readonly surface: string; readonly pointer: string; readonly blame: 'surface' } {
  return { surface, pointer: joinPointer('/inventory', tool, ...pointerTokens(pointer)), blame: 'surface' };
}
