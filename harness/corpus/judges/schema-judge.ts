import { ajvJudge } from './ajv-judge.js';
import { hyperjumpJudge } from './hyperjump-judge.js';
import type { SchemaJudge } from './judge.js';
import type { SchemaGroup } from './schema-groups.js';

export interface ChosenJudge {
  readonly judge: SchemaJudge;
  /**
   * True if every judge (independent validator) disagrees with the expected result of some test in the schema's source.
   * The verdicts of the chosen judge are then unreliable.
   */
  readonly doubtful: boolean;
}

/**
 * Chooses the judge of a schema: Ajv, or the second validator if Ajv cannot compile the schema or contradicts the tests
 * of its source. Throws the error of Ajv if neither validator can be used.
 */
export async function schemaJudge(group: SchemaGroup, remotes: Readonly<Record<string, string>>): Promise<ChosenJudge> {
  const first = orError(() => ajvJudge(group, remotes));
  if (!(first instanceof Error) && agrees(first, group)) return { judge: first, doubtful: false };
  const second = await hyperjumpJudge(group, remotes).catch((error: unknown) => asError(error));
  if (!(second instanceof Error) && (first instanceof Error || agrees(second, group)))
    return { judge: second, doubtful: false };
  if (first instanceof Error) throw first;
  return { judge: first, doubtful: true };
}

function agrees(judge: SchemaJudge, { tests }: SchemaGroup): boolean {
  return tests.every(({ data, valid }) => orError(() => judge.acceptsLeniently(data)) === valid);
}

function orError<T>(make: () => T): T | Error {
  try {
    return make();
  } catch (error) {
    return asError(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
