import type { Case, CaseInput } from '../../../../contract/case.js';
import { repeatedId, repeatedValue } from '../../../../contract/collections/body/repeated-id.js';
import type { Contract } from '../../../../contract/contract.js';
import { fedInput } from '../../../../contract/inputs/link-expressions.js';
import { inputText } from '../../../../contract/input-text.js';
import type { Json, JsonObject } from '../../../../contract/json/json.js';
import { pointerTokens } from '../../../../contract/json/json-pointer.js';
import type { Operation } from '../../../../contract/operation.js';
import { encodeRequest } from '../../../../contract/wire/request/encode.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import type { CasePlan } from '../case-plan.js';
import type { PlannedCase } from '../planned/planned-case.js';
import type { PlannedSequence } from '../planned/planned-sequence.js';
import { type PathId, pathIds } from './path-ids.js';
import { isUnused, unusedValue } from './unused-values.js';

/** Finds the value that replaces a made-up identifier. `undefined` if the identifier stays. */
type Replace = (operation: Operation, id: PathId) => Json | undefined;

/**
 * Replaces made-up identifiers in the paths of calls that may change something. The service contains items of other
 * users, and a small number or a short text may identify one of them; the new values identify none. A value that breaks
 * the contract stays, and so does the only value that the schema permits. `ItemGuard` decides whether a call with such
 * a value is sent.
 */
export function withUnusedPaths(contract: Contract, plan: CasePlan, salt: string): CasePlan {
  const { values } = plan.maker.options;
  const replace: Replace = (operation, id) =>
    isUnused(contract, id) ? undefined : unusedValue(contract, operation, id, salt);
  const seen = new Set<string>();
  const cases = plan.cases.flatMap((planned): readonly PlannedCase[] => {
    const { operation, case: made } = planned;
    if (!mayChange(planned) || made.setup !== undefined) return [planned];
    if (removesAll(planned)) return [];
    const broken = brokenPath(made);
    const ids = pathIds(contract, operation, made.input, values).filter(({ argument }) => argument.name !== broken);
    const moved = withPaths(contract, operation, made, replaced(operation, ids, replace));
    const key = JSON.stringify([
      moved.operation,
      moved.expect,
      moved.token,
      moved.gate,
      moved.raw,
      inputText(moved.input),
    ]);
    if (seen.has(key)) return moved === made ? [planned] : [];
    seen.add(key);
    return [{ ...planned, case: moved }];
  });
  const sequences = plan.sequences?.map((sequence) => {
    const known = new Map<string, Json>();
    const keyOf = ({ path, value }: PathId): string => JSON.stringify([path.replaceAll(/\{[^{}]*\}/g, '{}'), value]);
    for (const { operation, case: made } of sequence.steps.filter(mayChange))
      for (const id of pathIds(contract, operation, made.input, values)) {
        const value = replace(operation, id);
        if (value !== undefined) known.set(keyOf(id), value);
      }
    return known.size === 0 ? sequence : movedSequence(contract, sequence, values, (_, id) => known.get(keyOf(id)));
  });
  return { ...plan, cases, ...(sequences && { sequences }) };
}

/** The sequence with new identifiers. All steps with the same identifier get the same new value. */
function movedSequence(
  contract: Contract,
  sequence: PlannedSequence,
  values: CasePlan['maker']['options']['values'],
  replace: Replace,
): PlannedSequence {
  const steps = sequence.steps.map((step) => {
    const paths = replaced(step.operation, pathIds(contract, step.operation, step.case.input, values), replace);
    return { ...step, case: withPaths(contract, step.operation, step.case, paths) };
  });
  return { ...sequence, steps };
}

/** Whether the call of a case may change something. */
function mayChange({ operation, case: made }: PlannedCase): boolean {
  return !isSafeMethod(made.raw?.method ?? operation.method);
}

/** Whether a raw request may remove all items of a path, although the contract has no such operation. */
function removesAll({ operation, case: { raw } }: PlannedCase): boolean {
  return raw?.method === 'DELETE' && !operation.path.includes('{');
}

/** The name of the path parameter whose constraint the case breaks. */
function brokenPath({ expect }: Case): string | undefined {
  const [place, name] = expect.kind === 'rejected' ? pointerTokens(expect.pointer) : [];
  return place === 'path' ? name : undefined;
}

function replaced(operation: Operation, ids: readonly PathId[], replace: Replace): JsonObject {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const value = replace(operation, id);
      return value === undefined ? [] : [[id.argument.parameter?.name ?? '', value] as const];
    }),
  );
}

/** The case with other path arguments. If a member of the body repeats one of them, it gets the same new value. */
function withPaths(contract: Contract, operation: Operation, made: Case, paths: JsonObject): Case {
  if (Object.keys(paths).length === 0) return made;
  let input: CaseInput = { ...made.input, path: { ...made.input.path, ...paths } };
  const repeated = repeatedId(contract, operation);
  const own = repeated && paths[repeated.parameter];
  let body = made.raw?.body;
  if (
    repeated !== undefined &&
    own !== undefined &&
    repeatedValue(repeated, input) === made.input.path?.[repeated.parameter]
  ) {
    input = fedInput(input, { in: 'body', ...repeated }, own);
    body = body && movedBody(body, repeated.name, made.input.path?.[repeated.parameter] ?? null, own);
  }
  const target = made.raw?.target && movedTarget(made.raw.target, operation, made.input, input);
  const changed = { ...(target && { target }), ...(body && { body }) };
  return { ...made, input, ...(made.raw && { raw: { ...made.raw, ...changed } }) };
}

/** The JSON text of a raw request with the value `to` of a member in place of `from`. */
function movedBody(body: string, name: string, from: Json, to: Json): string {
  const [old, own] = [from, to].map((value) => `${JSON.stringify(name)}:${JSON.stringify(value)}`) as [string, string];
  const ends = [',', '}'].map((end) => old + end);
  return ends.reduce((text, end) => text.replaceAll(end, own + end.slice(-1)), body);
}

/**
 * The target of a raw request after its input was changed. It begins with the new path instead of the old one. If it
 * begins neither with the old path nor with the path above it, it stays unchanged.
 */
function movedTarget(target: string, operation: Operation, from: CaseInput, to: CaseInput): string {
  const [old, own] = [from, to].map((input) => {
    const encoded = encodeRequest(operation, input);
    return encoded.kind === 'request' ? (encoded.target.split('?', 1)[0] ?? '') : '';
  }) as [string, string];
  if (old !== '' && target.startsWith(old)) return own + target.slice(old.length);
  const [above, ownAbove] = [old, own].map((path) => path.replace(/[^/]*$/, '')) as [string, string];
  return above !== '' && target.startsWith(above) ? ownAbove + target.slice(above.length) : target;
}
