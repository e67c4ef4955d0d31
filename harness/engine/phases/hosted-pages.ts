import type { Contract } from '../../../contract/contract.js';
import { isJsonObject } from '../../../contract/json/json.js';
import type { OperationId } from '../../../contract/operation.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import { checkHostedPage } from '../../../rules/inventory/hosted-page.js';
import type { InventoryViolation } from '../../../rules/inventory/inventory-violation.js';
import type { ExpectedEntry, InventoryEntry } from '../../../surfaces/driver.js';
import type { HostedCall, HostedPage } from '../../../surfaces/hosted-page.js';
import { successReplies } from '../../backends/success-replies.js';
import type { CaseMaker } from '../../cases/make-cases.js';
import { simplestCase } from '../../cases/simplest-case.js';
import type { Lane } from '../drive/lane/lane.js';

/** The maximum number of operations that are called on a page in a host. */
const MOST_CALLED = 50;

/** A tool of a server, and the operation that it calls. */
type OfferedTool = InventoryEntry & { readonly operation: OperationId };

/** The tools of a server that call operations of the contract. */
export function toolsOf(
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly OfferedTool[] {
  const operationOf = new Map(expected.map(({ name, operation }) => [name, operation] as const));
  return offered.flatMap((entry) => {
    const operation = operationOf.get(entry.name);
    return operation === undefined ? [] : [{ ...entry, operation }];
  });
}

/**
 * Shows each page of the tool servers in a host, with the browser of a card surface, and calls operations there whose
 * success is a JSON object.
 */
export async function hostedViolations(
  lane: Lane,
  surface: string,
  tools: readonly OfferedTool[],
  { contract, maker }: { readonly contract: Contract; readonly maker: CaseMaker },
): Promise<readonly InventoryViolation[]> {
  const violations: InventoryViolation[] = [];
  for (const uri of new Set(tools.flatMap(({ page }) => page?.uri ?? []))) {
    const of = tools.filter(({ page }) => page?.uri === uri);
    const reading = of[0]?.page?.reading;
    if (reading?.kind !== 'read') continue;
    const page: HostedPage = { uri, reading, calls: hostedCalls(of, contract, maker) };
    const shown = await lane.asked(async (session) => session.showHosted?.(page));
    if (shown !== undefined) violations.push(...checkHostedPage(surface, page, shown));
  }
  return violations;
}

function hostedCalls(tools: readonly OfferedTool[], contract: Contract, maker: CaseMaker): readonly HostedCall[] {
  const replies = successReplies(contract);
  return tools.slice(0, MOST_CALLED).flatMap(({ name, operation: id }) => {
    const operation = contract.operations.find((each) => each.id === id);
    const body = operation && replies.get(operation)?.body;
    const content = body && parseJson(body);
    const simplest = operation && simplestCase(maker, operation);
    if (operation === undefined || simplest === undefined || !isJsonObject(content)) return [];
    return [{ call: { operation, input: simplest.input, gate: simplest.gate }, tool: name, content }];
  });
}
