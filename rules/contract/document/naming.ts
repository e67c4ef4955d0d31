/** Whether a name is spelt like `getItem`. */
export function isCamelCase(name: string): boolean {
  return /^[a-z][a-zA-Z0-9]*$/.test(name);
}

/** Whether a name is spelt like `get_item`. */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);
}

/** Whether a name is spelt like `get-item`. */
export function isKebabCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

export function camelToSnakeCase(camelCase: string): string {
  return words(camelCase).join('_');
}

export function camelToKebabCase(camelCase: string): string {
  return words(camelCase).join('-');
}

/** The words of a name. Consecutive capitals are one word: `getHTTPStatus` has the words get, http, status. */
function words(camelCase: string): readonly string[] {
  return camelCase
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .toLowerCase()
    .split(' ');
}
