/** Characters that a page does not show, or that change the order of text: controls, joiners, direction marks. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** JSON text in which every character is visible. Invisible characters are written as escapes such as `\u200b`. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    UNSEEN,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
