import type { CaseInput } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import { mayBeTaken } from '../../../../contract/collections/body/stated-unique.js';

/**
 * Notes on what the sequences of a collection do not test, because the plan has too few inputs for its create.
 * `distinct`: the inputs that one sequence may send.
 */
export function notTestedNotes(
  { create, changes = [] }: Collection,
  creates: readonly { readonly input: CaseInput }[],
  distinct: readonly { readonly input: CaseInput }[],
): readonly string[] {
  if (create === undefined) return [];
  if (creates.length === 0)
    return [
      `${create.id} is in no sequence of calls, because each of its inputs may refer to an item that does not exist. Name known values under \`values\` in the configuration.`,
    ];
  const removals = mayBeTaken(create) ? changes.filter(({ kind }) => kind === 'remove') : [];
  return distinct.length > 1
    ? []
    : removals.map(
        ({ operation }) =>
          `The run does not check whether ${operation.id} removes other items, because only one item can be created: ${create.id} documents 409, and all its inputs share a text, which may have to be unique.`,
      );
}
