import { type Offering, type Surroundings, leastOffered, neededParts } from './offering.js';
import type { Template } from './text-template.js';

/**
 * Shrinks a string with a fixed layout, such as a date. As many parts as possible get their minimal value. The other
 * parts are made as simple as possible.
 */
export function* shrinkTemplate<T>(template: Template, around: Surroundings<T, string>): Offering<T, string> {
  let texts: readonly string[] = template.map(({ text }) => text);
  const unusual = [...template.keys()].filter((index) => template[index]?.text !== template[index]?.minimal);
  const needed = yield* neededParts(unusual, function* keep(kept) {
    const minimal = minimalParts(template, new Set(kept), around);
    const isSame = minimal.join('') === texts.join('');
    const holds = isSame || (yield* around.offer(minimal.join('')));
    if (holds) texts = minimal;
    return holds;
  });
  for (const index of needed) {
    const before = texts;
    const putting = {
      fits: (text: string) => around.fits(before.with(index, text).join('')),
      offer: (text: string) => around.offer(before.with(index, text).join('')),
    };
    const simpler = template[index]?.kind.simpler(before[index] ?? '') ?? [];
    const found = yield* leastOffered(simpler.filter(putting.fits), putting);
    if (found !== undefined) texts = before.with(index, found);
  }
  return texts.join('');
}

/** Sets each part outside `kept` to its minimal value, unless `fits` then rejects the whole string. */
function minimalParts<T>(
  template: Template,
  kept: ReadonlySet<number>,
  { fits }: Surroundings<T, string>,
): readonly string[] {
  const all = template.map(({ text, minimal }, index) => (kept.has(index) ? text : minimal));
  if (fits(all.join(''))) return all;
  let texts: readonly string[] = template.map(({ text }) => text);
  for (const [index, { minimal }] of template.entries()) {
    const changed = texts.with(index, minimal);
    if (!kept.has(index) && fits(changed.join(''))) texts = changed;
  }
  return texts;
}
