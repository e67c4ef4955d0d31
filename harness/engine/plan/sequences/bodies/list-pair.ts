import type { CaseInput } from '../../../../../contract/case.js';
import { type Json, isJsonObject } from '../../../../../contract/json/json.js';
import { scalarList } from '../../../../../contract/json/scalar-list.js';
import { sameJson } from '../../../../../rules/values/same-json.js';

/** Two inputs whose bodies have a list of texts or numbers with the same name. The lists have no element in common. */
export function listPair(inputs: readonly CaseInput[]): readonly [CaseInput, CaseInput] | undefined {
  for (const first of inputs)
    for (const second of inputs) if (areApart(first.body, second.body)) return [first, second];
  return undefined;
}

function areApart(one: Json | undefined, other: Json | undefined): boolean {
  return (
    isJsonObject(one) &&
    isJsonObject(other) &&
    Object.keys(one).some((name) => {
      const [own = [], others = []] = [scalarList(one, name), scalarList(other, name)];
      return own.length > 0 && others.length > 0 && !own.some((each) => others.some((value) => sameJson(each, value)));
    })
  );
}
