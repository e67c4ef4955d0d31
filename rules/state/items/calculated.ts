import type { Contract } from '../../../contract/contract.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import {
  type AppliedSchema,
  appliedSchemas,
  appliedToItem,
  appliedToMember,
} from '../../../contract/schema/applied-schemas.js';
import { descriptionsOf } from '../../../contract/sentences.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isBodyKnown, replyOf } from '../../reply.js';
import { type TrialContext, responder } from '../../rule.js';
import { type Calculation, agrees, calculated, statedCalculations } from '../../values/stated/stated-calculation.js';
import { itemSchema, itemValue } from '../evidence/item-values.js';

/** The maximum number of objects and lists of an item that are judged. */
const MOST_PARTS = 200;

/** A member whose description states how it is calculated, in an object that has all members of the calculation. */
interface Calculated {
  readonly pointer: string;
  readonly name: string;
  readonly value: Json;
  readonly calculation: Calculation;
  readonly result: number;
  readonly description: string;
}

/**
 * Judges the `readOnly` members of a fetched item whose descriptions state a calculation from other members of the same
 * object, such as "Sum of `line_total` over all `lines`".
 */
export function miscalculated(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const reply = replyOf(observation);
  const shown = reply && isBodyKnown(reply) ? itemSchema(context.contract, read, reply) : undefined;
  const value = itemValue(context.contract, observation);
  if (shown === undefined || value === undefined) return undefined;
  const judged = calculatedMembers(context.contract, shown.schema, value);
  if (judged.length === 0) return undefined;
  const wrong = judged.filter(({ calculation, value: own, result }) => !agrees(calculation, own, result));
  const names = new Set<string>();
  return wrong.flatMap(({ pointer, name, value: received, calculation, result, description }) => {
    if (names.has(name)) return [];
    names.add(name);
    const expected = calculation.kind === 'at-most' ? `at most ${result}` : result;
    const words = description.replace(/\s+/g, ' ').slice(0, 200);
    return [
      {
        surface: observation.surface,
        pointer: `${shown.at}${pointer}`,
        kind: 'miscalculated',
        message: `${read.id} returns a \`${name}\` that the other members contradict. Its description states: "${words}".`,
        expected,
        received,
        blame: responder(context),
        cause: `calculated ${name}`,
      },
    ];
  });
}

function calculatedMembers(contract: Contract, schema: SchemaUri, item: Json): readonly Calculated[] {
  const { schemas } = contract;
  const pending: [pointer: string, value: Json, stated: readonly SchemaUri[]][] = [['', item, [schema]]];
  const found: Calculated[] = [];
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const [pointer, value, stated] = pending.shift() ?? [];
    if (pointer === undefined || value === undefined || stated === undefined) break;
    const applied = appliedSchemas(schemas, stated, value);
    for (const [name, part] of Object.entries(value ?? {}) as [string, Json][]) {
      const own = Array.isArray(value)
        ? appliedToItem(schemas, applied, Number(name))
        : appliedToMember(schemas, applied, name);
      const at = joinPointer(pointer, name);
      if (typeof part === 'object' && part !== null) pending.push([at, part, own]);
      else if (isJsonObject(value)) {
        for (const { description, calculation } of statedBy(appliedSchemas(schemas, own, part))) {
          const result = calculated(calculation, value);
          if (result !== undefined) found.push({ pointer: at, name, value: part, calculation, result, description });
        }
      }
    }
  }
  return found;
}

/** The calculations of a member that only the service sets. */
function statedBy(applied: readonly AppliedSchema[]): readonly Stated[] {
  if (!applied.some(({ schema }) => ownValue(schema, 'readOnly') === true)) return [];
  return applied.flatMap(({ schema }) => {
    const stated = known.get(schema) ?? statedIn(schema);
    known.set(schema, stated);
    return stated;
  });
}

type Stated = Pick<Calculated, 'description' | 'calculation'>;

/** The calculations that schemas state. Every reply needs those of the same schemas. */
const known = new WeakMap<JsonObject, readonly Stated[]>();

function statedIn(schema: JsonObject): readonly Stated[] {
  return descriptionsOf([schema]).flatMap((description) =>
    statedCalculations(description).map((calculation) => ({ description, calculation })),
  );
}
