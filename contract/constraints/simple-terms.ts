import { keepTypes } from './constraint-draft.js';
import type { ConstraintDraft, JsonType, Term } from './constraint-types.js';

/** Says of a value what `add` adds, and nothing else. */
export function simpleTerm(key: string, add: (draft: ConstraintDraft) => void): Term {
  return {
    key,
    addTo: (draft) => {
      add(draft);
      return [];
    },
  };
}

/** All of them at once, as one choice. */
export function allOfTerms(all: readonly Term[]): Term {
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return only;
  return { key: `(${all.map(({ key }) => key).join(' and ')})`, addTo: () => all };
}

/** One of them, whichever. */
export function choiceOf(key: string, choices: readonly Term[]): Term {
  return simpleTerm(key, (draft) => {
    draft.branches.push({ owner: key, choices });
  });
}

export function ofType(...types: readonly JsonType[]): Term {
  return simpleTerm(`of type ${types.join(' ')}`, (draft) => keepTypes(draft, (type) => types.includes(type)));
}

/** If it is an object, it has no such member. */
export function withoutMember(name: string): Term {
  return simpleTerm(`without ${JSON.stringify(name)}`, (draft) => {
    draft.forbidden.add(name);
  });
}

/** If it is an object, it has these. */
export function withMembers(names: readonly string[]): Term {
  return simpleTerm(`with ${JSON.stringify(names)}`, (draft) => {
    for (const name of names) draft.required.add(name);
  });
}
