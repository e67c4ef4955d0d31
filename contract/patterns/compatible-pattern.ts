/**
 * Rewrites a pattern of OpenAPI 3.0 for a matcher with the `u` flag. OpenAPI 3.0 refers to ECMA-262 5.1, which has no
 * such flag: there, `\-`, `\@` and a single `{` mean the character itself (Annex B.1.4 of later editions). A pattern is
 * returned unchanged if it compiles with the flag, or does not compile at all.
 */
export function compatiblePattern(pattern: string): string {
  if (compiles(pattern, 'u') || !compiles(pattern, '')) return pattern;
  const rewritten = [...tokensOf(pattern)].join('');
  return compiles(rewritten, 'u') ? rewritten : pattern;
}

/** Matches one token of a pattern: an escape, a class, a quantifier in braces, or any other character. */
const TOKEN =
  /\\(?:c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[pP]\{[^}]*\}|k<[^>]*>|[^])|\[\^?(?:[^\]\\]|\\[^])*\]|\{\d+(?:,\d*)?\}|[^]/g;
const CLASS_TOKEN = /\\(?:c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[pP]\{[^}]*\}|[^])|[^]/g;
/** Matches escapes outside a character class that are valid with the `u` flag. Any other escape loses its backslash. */
const MEANING = /^\\(?:[\^$\\.*+?()[\]{}|/dDwWsSbBfnrtv0-9]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[pP]\{|k<)/;
/** Matches escapes in a character class that are valid with the `u` flag. Any other escape loses its backslash. */
const CLASS_MEANING = /^\\(?:[\^$\\.*+?()[\]{}|/dDwWsSbfnrtv0-9-]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[pP]\{)/;
/** Matches an escape for several characters, such as `\w`. Such an escape cannot be the end of a range. */
const SET = /^\\[dDwWsSpP]/;

function* tokensOf(pattern: string): Generator<string> {
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token.length > 1 && token.startsWith('[')) yield classOf(token);
    else if (token.startsWith('\\')) yield MEANING.test(token) ? token : token.slice(1);
    else yield token === '{' || token === '}' || token === ']' ? `\\${token}` : token;
  }
}

/**
 * Rewrites a class for the `u` flag. In `[\w-.]`, the hyphen is a literal hyphen. With the `u` flag, the class would be
 * invalid, because `\w` cannot be the start of a range.
 */
function classOf(text: string): string {
  const start = text.startsWith('[^') ? '[^' : '[';
  const members = [...text.slice(start.length, -1).matchAll(CLASS_TOKEN)].map(([token]) => token);
  const written = members.map((token, index) => {
    const besideSet = SET.test(members[index - 1] ?? '') || SET.test(members[index + 1] ?? '');
    if (token === '-' && besideSet) return '\\-';
    return token.startsWith('\\') && !CLASS_MEANING.test(token) ? token.slice(1) : token;
  });
  return `${start}${written.join('')}]`;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    void new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
