import type { OperationId } from '../../../contract/operation.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import type { InventoryViolation } from '../../../rules/inventory/inventory-violation.js';
import { ACCESSIBLE_NAMES, checkAccessibleNames } from '../../../rules/inventory/accessible-names.js';
import { checkCommandHelp } from '../../../rules/inventory/command-help.js';
import { HOSTED_PAGE } from '../../../rules/inventory/hosted-page.js';
import { LINKED_PAGES, checkLinkedPages } from '../../../rules/inventory/linked-pages.js';
import { LISTED, checkListed } from '../../../rules/inventory/listed.js';
import { OFFERED, checkOffered } from '../../../rules/inventory/offered.js';
import { TOOL_DEFAULTS, checkToolDefaults } from '../../../rules/inventory/tool-defaults.js';
import { TOOL_INPUTS, checkToolInputs } from '../../../rules/inventory/tool-inputs.js';
import { TOOL_HINTS, checkToolHints } from '../../../rules/inventory/tool-hints.js';
import { TOOL_SCHEMAS, checkToolSchemas } from '../../../rules/inventory/tool-schemas.js';
import { UNKNOWN_TOOL, checkUnknownTool, unknownNames } from '../../../rules/inventory/unknown-tool.js';
import { VERSION, checkVersion } from '../../../rules/inventory/version.js';
import type { RuleStatement } from '../../../rules/rule.js';
import type { ExpectedEntry, InventoryEntry } from '../../../surfaces/driver.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { BackendRun } from '../drive/backend-run.js';
import { hostedViolations, toolsOf } from './hosted-pages.js';
import type { Lane } from '../drive/lane/lane.js';
import { staticFinding } from '../entries/findings.js';
import { type StaticResult, errorNote } from './static-result.js';

type Bound = (surface: string, operation: OperationId) => boolean;

interface InventoryResult extends StaticResult {
  /** For each surface whose operations could not be listed, the reason. */
  readonly unread: ReadonlyMap<string, string>;
}

/**
 * Compares the operations that each surface offers at run time with the contract. `rest` is skipped on the mock,
 * because the mock would list the routes of Prism.
 */
export async function inventoryPhase(
  backendRun: BackendRun,
  surfaces: readonly Surface[],
  offers: Bound,
  chosen: Bound,
): Promise<InventoryResult> {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  const unread = new Map<string, string>();
  const tools: ReturnType<typeof toolsOf>[number][] = [];
  for (const surface of surfaces) {
    const [lane] = backendRun.lanes.get(surface.id) ?? [];
    const isRest = surface.config.driver === 'rest';
    const { backend, contract, plan } = backendRun.options;
    const subject = { contract, collections: plan.collections ?? [] };
    if (lane === undefined || (isRest && backend.kind === 'mock')) continue;
    const described = checkVersion(surface.id, backendRun.descriptions.get(surface.id) ?? {});
    if (described !== undefined) findings.push(...foundBy(VERSION, [described]));
    const expected = surface
      .expectedInventory(contract)
      .filter(({ operation }) => offers(surface.id, operation))
      .filter(({ operation }) => !isRest || plan.unserved?.has(operation) !== true);
    try {
      const offered = await lane.asked((session) => session.inventory());
      tools.push(...toolsOf(expected, offered));
      findings.push(
        ...foundBy(OFFERED, ofService(isRest, checkOffered(surface.id, expected, offered))),
        ...foundBy(OFFERED, checkCommandHelp(surface.id, expected, offered)),
        ...foundBy(TOOL_SCHEMAS, checkToolSchemas(surface.id, expected, offered)),
        ...foundBy(TOOL_DEFAULTS, checkToolDefaults(surface.id, expected, offered)),
        ...foundBy(TOOL_INPUTS, checkToolInputs(surface.id, expected, offered)),
        ...foundBy(TOOL_HINTS, checkToolHints(surface.id, expected, offered, subject)),
        ...foundBy(LINKED_PAGES, checkLinkedPages(surface.id, expected, offered)),
      );
      findings.push(...foundBy(UNKNOWN_TOOL, await answeredUnknown(lane, surface.id, expected, offered)));
      const unnamed = checkAccessibleNames(surface.id, expected, offered);
      if (unnamed !== undefined) findings.push(...foundBy(ACCESSIBLE_NAMES, [unnamed]));
    } catch (error) {
      const unlisted = error instanceof ParityError ? checkListed(surface.id, expected, error) : undefined;
      if (unlisted !== undefined) {
        findings.push(...foundBy(LISTED, [unlisted]));
        continue;
      }
      const note = errorNote(error, surface.id);
      // A service need not list its routes. Its cases also show whether it has the operations of the contract.
      const isOptional = note.code === 'inventory-unavailable' && isRest;
      notes.push(isOptional ? { ...note, severity: 'warning' } : note);
      if (!isOptional) unread.set(surface.id, `the list of offered operations could not be read: ${note.message}`);
    }
  }
  for (const { id } of surfaces) {
    const [lane] = backendRun.lanes.get(id) ?? [];
    if (lane?.session.showHosted === undefined) continue;
    const { contract, plan } = backendRun.options;
    try {
      findings.push(...foundBy(HOSTED_PAGE, await hostedViolations(lane, id, tools, { contract, maker: plan.maker })));
    } catch (error) {
      notes.push(errorNote(error, id));
    }
  }
  const concerning = findings.filter(
    ({ surfaces: [id = ''], operations }) =>
      operations.length === 0 || operations.some((operation) => chosen(id, operation)),
  );
  return { findings: concerning, notes, unread };
}

/**
 * Calls operations with names that the surface does not offer. Returns a violation for the first name to which the
 * surface replies with a result instead of an error.
 */
async function answeredUnknown(
  lane: Lane,
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): Promise<readonly InventoryViolation[]> {
  for (const name of unknownNames(expected, offered)) {
    const reply = await lane.asked(async (session) => session.unknownOperation?.(name));
    const violation = checkUnknownTool(surface, expected, name, reply);
    if (violation !== undefined) return [violation];
  }
  return [];
}

function foundBy(rule: RuleStatement, violations: readonly InventoryViolation[]): readonly Finding[] {
  return violations.map(({ violation, operations }) => staticFinding(rule, violation, operations));
}

/** Blames the service for differences of a REST surface, because the harness itself sends the requests there. */
function ofService(isRest: boolean, found: readonly InventoryViolation[]): readonly InventoryViolation[] {
  if (!isRest) return found;
  return found.map((each) => ({ ...each, violation: { ...each.violation, blame: 'backend' } }));
}
