import { keepTypes } from './constraint-draft.js';
import type { ConstraintDraft, JsonType, Term } from './constraint-types.js';

/** A term that changes the draft with `add`, and requires no further terms. */
export function simpleTerm(key: string, add: (draft: ConstraintDraft) => void): Term {
  return {
    key,
    addTo: (draft) => {
      add(draft);
      return [];
    },
  };
}

/** One term that a value meets if it meets all of the given terms. */
export function allOfTerms(all: readonly Term[]): Term {
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return only;
  return { key: `(${all.map(({ key }) => key).join(' and ')})`, addTo: () => all };
}

/** A term that a value meets if it meets at least one of the given terms. */
export function choiceOf(key: string, choices: readonly Term[]): Term {
  return simpleTerm(key, (draft) => {
    draft.branches.push({ owner: key, choices });
  });
}

export function ofType(...types: readonly JsonType[]): Term {
  return simpleTerm(`of type ${types.join(' ')}`, (draft) => keepTypes(draft, (type) => types.includes(type)));
}

/** A term that an object meets if it lacks a member. Values of other types always meet the term. */
export function withoutMember(name: string): Term {
  return simpleTerm(`without ${JSON.stringify(name)}`, (draft) => {
    draft.forbidden.add(name);
  });
}

/** A term that an object meets if it has all of the members. Values of other types always meet the term. */
export function withMembers(names: readonly string[]): Term {
  return simpleTerm(`with ${JSON.stringify(names)}`, (draft) => {
    for (const name of names) draft.required.add(name);
  });
}
