import type { Case } from '../../../contract/case.js';
import { inputText } from '../../../contract/input-text.js';
import { type JsonObject, ownValue } from '../../../contract/json/json.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import type { OperationId } from '../../../contract/operation.js';
import type { FoundPaths } from '../../cases/values/found-items.js';
import type { CasePlan } from './case-plan.js';
import type { PlannedCase } from './planned/planned-case.js';

/**
 * Adds cases with items that were found on the service. Each valid case is repeated with the path of a found item. A
 * case with an invalid value outside the path also gets this path, so that the service does not refuse it because of an
 * unknown id. In a case with an invalid path parameter, the other path parameters get the values of a found item.
 */
export function withFoundPaths(plan: CasePlan, found: FoundPaths): CasePlan {
  if (found.size === 0) return plan;
  const seen = new Set(plan.cases.map(identityOf));
  const turns = new Map<OperationId, number>();
  const cases = plan.cases.flatMap((planned): readonly PlannedCase[] => {
    const paths = found.get(planned.operation.id) ?? [];
    const turn = turns.get(planned.operation.id) ?? 0;
    const path = paths[turn % Math.max(1, paths.length)];
    if (path === undefined || planned.case.setup !== undefined || planned.case.raw !== undefined) return [planned];
    turns.set(planned.operation.id, turn + 1);
    const own = brokenInPath(planned.case);
    const input = { ...planned.case.input, path: { ...path, ...own } };
    const moved = { ...planned, case: { ...planned.case, input } };
    if (planned.case.expect.kind === 'rejected') return [moved];
    if (!isValid(planned.case) || seen.has(identityOf(moved))) return [planned];
    seen.add(identityOf(moved));
    return [planned, { ...moved, case: { ...moved.case, id: `${moved.case.id}-found` } }];
  });
  return { ...plan, cases };
}

function identityOf({ operation, case: { input, expect } }: PlannedCase): string {
  return `${operation.id} ${expect.kind} ${inputText(input)}`;
}

function isValid({ expect }: Case): boolean {
  return expect.kind === 'accepted' || expect.kind === 'accepted-or-absent';
}

/**
 * The path parameter whose constraint the case breaks, with the invalid value. Empty if the case breaks no constraint
 * of a path parameter.
 */
function brokenInPath({ expect, input }: Case): JsonObject {
  const [place, name] = expect.kind === 'rejected' ? pointerTokens(expect.pointer) : [];
  const value = place === 'path' ? ownValue(input.path ?? null, name ?? '') : undefined;
  return name === undefined || value === undefined ? {} : { [name]: value };
}
