/** The spellings in which secrets may occur in a text. */
export interface SecretForms {
  /** Matches every spelling of a secret that is not inside base64. Omitted if there are no secrets. */
  readonly literal: RegExp | undefined;
  /**
   * The base64 of each secret, without characters at its ends that also encode bits of the text around it. Base64
   * encodes groups of three bytes, and a secret may begin at any position in a group. Each secret therefore has three
   * forms.
   */
  readonly base64: readonly string[];
}

export function secretForms(secrets: readonly string[]): SecretForms {
  const spellings = [...new Set(secrets.flatMap(literalSpellings))].toSorted(longestFirst);
  const cores = [...new Set(secrets.flatMap(base64Cores))].toSorted(longestFirst);
  return {
    // Safe: the pattern contains only escaped secrets, without repetition.
    // oxlint-disable-next-line eslint/no-restricted-globals
    literal: spellings.length === 0 ? undefined : new RegExp(spellings.map(escapePattern).join('|'), 'g'),
    base64: cores,
  };
}

/**
 * Compares two secrets, so that longer secrets come first. A secret that begins with another secret is then replaced as
 * a whole.
 */
function longestFirst(one: string, other: string): number {
  return other.length - one.length || (one < other ? -1 : 1);
}

function literalSpellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const jsonTwice = JSON.stringify(json).slice(1, -1);
  return [secret, json, jsonTwice, json.replaceAll('/', String.raw`\/`), ...percentSpellings(secret)];
}

/**
 * The percent-encoded spellings of a secret. Hex digits may be in either case (RFC 3986 §2.1). Encoders treat `!'()*`
 * differently, and forms write a space as `+`.
 */
function percentSpellings(secret: string): readonly string[] {
  if (/\p{Cs}/u.test(secret)) return [];
  const component = encodeURIComponent(secret);
  const strict = component.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const uri = encodeURI(secret);
  return [component, strict, uri].flatMap((text) => {
    const lower = text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
    return [text, lower, text.replaceAll('%20', '+'), lower.replaceAll('%20', '+')];
  });
}

/**
 * The minimum length of a base64 text for which a search is made. A shorter text would occur in other texts by chance.
 */
const MIN_CORE_LENGTH = 6;

function base64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const cores = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // The first and last characters are omitted if they also encode bits of neighbouring bytes.
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    return encoded.slice(first, last);
  });
  return cores
    .filter((core) => core.length >= MIN_CORE_LENGTH)
    .flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_')]);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
