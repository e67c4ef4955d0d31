import { keepTypes } from './constraint-draft.js';
import type { ConstraintDraft, JsonType, Term } from './constraint-types.js';

/** A term that only applies `add` to the draft. */
export function simpleTerm(key: string, add: (draft: ConstraintDraft) => void): Term {
  return {
    key,
    addTo: (draft) => {
      add(draft);
      return [];
    },
  };
}

/** All terms combined into one term. */
export function allOfTerms(all: readonly Term[]): Term {
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return only;
  return { key: `(${all.map(({ key }) => key).join(' and ')})`, addTo: () => all };
}

/** A term that holds if any of the choices holds. */
export function choiceOf(key: string, choices: readonly Term[]): Term {
  return simpleTerm(key, (draft) => {
    draft.branches.push({ owner: key, choices });
  });
}

export function ofType(...types: readonly JsonType[]): Term {
  return simpleTerm(`of type ${types.join(' ')}`, (draft) => keepTypes(draft, (type) => types.includes(type)));
}

/** An object must not have the member; any other value is allowed. */
export function withoutMember(name: string): Term {
  return simpleTerm(`without ${JSON.stringify(name)}`, (draft) => {
    draft.forbidden.add(name);
  });
}

/** An object must have the members; any other value is allowed. */
export function withMembers(names: readonly string[]): Term {
  return simpleTerm(`with ${JSON.stringify(names)}`, (draft) => {
    for (const name of names) draft.required.add(name);
  });
}
