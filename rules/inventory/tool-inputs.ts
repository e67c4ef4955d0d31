import type { Json } from '../../contract/json/json.js';
import { joinPointer, pointerTokens } from '../../contract/json/json-pointer.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry, StatedInput } from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';

export const TOOL_INPUTS: RuleStatement = {
  id: 'inventory/tool-inputs',
  severity: 'should',
  statement:
    'The inputSchema of a tool, or a description, names the values that the contract enumerates for a string input. It enumerates no other values, and states no bound that is wider than that of the contract. A bound may be omitted.',
  source: 'MCP 2025-11-25, Tools (inputSchema): a model makes the arguments of a call from the schema of its tool',
  repair: 'Generate the inputSchema of the tool from the contract, or correct the hand-written schema.',
};

/** An enumeration with more values may be omitted, because each model call would repeat it. */
const MOST_VALUES = 20;

/**
 * Values that tools add to an enumeration to mean that there is no such argument, or that the tool chooses the value.
 */
const NO_CHOICE: ReadonlySet<string> = new Set(['', '*', 'all', 'any', 'auto', 'both', 'default', 'none', 'null']);

/**
 * Reports inputs of tools that permit more than the contract, where a model would make a wrong call. String inputs
 * whose values a tool does not name share one violation, because they have the same cause: the schemas are made without
 * enumerations.
 */
export function checkToolInputs(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const byName = new Map(offered.map((entry) => [entry.name, entry] as const));
  const pairs = expected.flatMap((entry) => comparedInputs(entry, byName.get(entry.name)));
  const guessed = pairs.filter(isGuessed);
  return [
    ...(guessed[0] === undefined ? [] : [withoutValues(surface, guessed[0], guessed)]),
    ...pairs.flatMap((pair) => [...otherValues(surface, pair), ...widerBounds(surface, pair)]),
  ];
}

/** One input as the contract states it and as the tool states it. */
interface Compared {
  readonly operation: OperationId;
  readonly tool: string;
  /** The pointer of the input, such as `/status` and `/body/kind`. */
  readonly pointer: string;
  readonly wanted: StatedInput;
  readonly own: StatedInput;
  /** The texts in which the tool may name the values of the input. */
  readonly texts: readonly string[];
}

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
 * Whether a model must guess the value: the contract enumerates a few strings, but the tool permits any string, and
 * neither its schema nor its texts name the permitted values.
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
  const places = all.map(({ tool, pointer }) => `\`${inputOf(pointer)}\` of \`${tool}\``);
  const others = places.length === 1 ? '' : ` The same is true of ${shownNames(places.slice(1))}.`;
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
 * Reports values that a tool enumerates in addition to all values of the contract. If the tool lacks a value of the
 * contract, nothing is reported: the tool refuses calls with this value, which other rules report.
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

/** The first bound of an input that is wider in the tool. */
function widerBounds(surface: string, pair: Compared): readonly InventoryViolation[] {
  const { wanted, own, tool, pointer } = pair;
  const wider = Object.entries(own.bounds).find(
    ([keyword, bound]) => isWider(keyword, bound, wanted.bounds[keyword]) && !isOfType(bound),
  );
  if (wider === undefined) return [];
  const [keyword, bound] = wider;
  const limit = wanted.bounds[keyword] ?? 0;
  return [
    {
      operations: [pair.operation],
      violation: {
        ...common(surface, pair),
        kind: 'wider-bound',
        message: `The tool ${tool} on ${surface} states \`${keyword}\` ${bound} for \`${inputOf(pointer)}\`, but the contract states ${limit}.`,
        expected: limit,
        received: bound,
        cause: `${keyword} ${tool} ${pointer}`,
        repair: `Write \`"${keyword}": ${limit}\` for \`${inputOf(pointer)}\` in the inputSchema of ${tool}.`,
      },
    },
  ];
}

function isWider(keyword: string, own: number, limit: number | undefined): boolean {
  return limit !== undefined && (keyword.startsWith('min') ? own < limit : own > limit);
}

/** Whether a bound is the limit of an integer type. Libraries add such bounds on their own. */
function isOfType(bound: number): boolean {
  const size = Math.abs(bound < 0 ? bound : bound + 1);
  return bound === 0 || (size >= 128 && (Math.log2(size) % 1 === 0 || Math.log2(size + 1) % 1 === 0));
}

/** The name of an input in messages: `status`, `body.kind`. */
function inputOf(pointer: string): string {
  return pointerTokens(pointer)
    .filter((token) => token !== '*')
    .join('.');
}

function common(
  surface: string,
  { tool, pointer }: Compared,
): { readonly surface: string; readonly pointer: string; readonly blame: 'surface' } {
  return { surface, pointer: joinPointer('/inventory', tool, ...pointerTokens(pointer)), blame: 'surface' };
}
