import type { CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import type { Finding } from '../../../rules/finding.js';
import { type Found, withConsequence } from './found.js';

/**
 * Joins findings of an operation with the finding that explains them. The explaining finding reports that generated
 * code is stale, or that an operation or one of its arguments is missing. The other findings become its evidence.
 */
export function joinStaleCode(found: readonly Found[]): readonly Found[] {
  const causes = found.filter(({ finding: { rule } }) => rule === CURRENT || rule === OFFERED).toSorted(staleFirst);
  const causeOf = new Map(
    found.map((each) => [each, causes.find((cause) => follows(each.finding, cause.finding))] as const),
  );
  return found
    .filter((each) => causeOf.get(each) === undefined)
    .map((each) => found.filter((other) => rootOf(causeOf, other) === each).reduce(withConsequence, each));
}

const CURRENT = 'freshness/current';
const OFFERED = 'inventory/offered';

function staleFirst({ finding: a }: Found, { finding: b }: Found): number {
  return Number(b.rule === CURRENT) - Number(a.rule === CURRENT);
}

function follows(finding: Finding, cause: Finding): boolean {
  if (finding === cause || finding.surfaces[0] !== cause.surfaces[0] || finding.rule === CURRENT) return false;
  // Findings of the registry concern pins and packages. Stale code and missing operations do not explain them.
  if (finding.rule.startsWith('registry/')) return false;
  if (cause.rule === CURRENT) return followsFromStale(finding, cause);
  if (finding.rule === OFFERED || finding.blame !== 'surface') return false;
  if (finding.operations.length === 0 || !finding.operations.every((operation) => cause.operations.includes(operation)))
    return false;
  if (cause.kind !== 'inputs-differ') return cause.kind === 'missing' || cause.kind === 'renamed';
  const has = new Set(texts(cause.received));
  const lacking = texts(cause.expected)
    .filter((name) => !has.has(name))
    .map(asArgument);
  // The counterexample is minimal, so the fault needs each argument in its input.
  return (
    finding.counterexample !== undefined &&
    givenNames(finding.counterexample.input).some((name) => lacking.includes(asArgument(name)))
  );
}

/**
 * Whether the stale generated code explains the finding: all operations of the finding are named in the stale version
 * stamps. If the stamps name no operation, every operation may be stale.
 */
function followsFromStale(finding: Finding, stale: Finding): boolean {
  if (finding.blame !== 'surface' && finding.blame !== 'backend') return false;
  return stale.operations.length === 0 || finding.operations.every((operation) => stale.operations.includes(operation));
}

function rootOf(causeOf: ReadonlyMap<Found, Found | undefined>, found: Found): Found | undefined {
  const cause = causeOf.get(found);
  return cause === undefined ? undefined : (causeOf.get(cause) ?? cause);
}

function texts(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Returns the argument name of a flag, in lower case without separators: `--item-id` becomes `itemid`, `--body-file`
 * becomes `body`.
 */
function asArgument(name: string): string {
  const normalised = name.replace(/^--/, '').replaceAll(/[-_]/g, '').toLowerCase();
  return name === '--body-file' ? 'body' : normalised;
}

/** The names of the arguments in an input of a case. The body counts as an argument with the name `body`. */
function givenNames({ path, query, header, cookie, body }: CaseInput): readonly string[] {
  const parameters = [path, query, header, cookie].flatMap((values) => Object.keys(values ?? {}));
  return body === undefined ? parameters : [...parameters, 'body'];
}
