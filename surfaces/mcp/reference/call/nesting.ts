/**
 * The nesting depth of arrays and objects in a JSON text. It counts brackets outside strings and does not validate the
 * text.
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
