/**
 * How deeply arrays and objects are nested in a JSON text. Brackets outside strings are counted, and the text is not
 * validated.
 */
export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text[index];
    if (quoted && mark === '\\') index += 1;
    else if (mark === '"') quoted = !quoted;
    else if (!quoted && (mark === '[' || mark === '{')) deepest = Math.max(deepest, (depth += 1));
    else if (!quoted && (mark === ']' || mark === '}')) depth -= 1;
  }
  return deepest;
}
