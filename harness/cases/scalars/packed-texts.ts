import { EDGE_CASE_TEXTS } from '../../../contract/formats/edge-case-texts.js';
import { codePointLength } from './code-points.js';

/**
 * Separates the texts in a packed text, and is also its first and last character. The ends are protected this way,
 * because many programs trim blanks and line ends from the ends of a text.
 */
const SEPARATOR = '\u2016';
/**
 * Short texts of the kinds that faulty programs most often change: variables and escapes of shells and templates,
 * quotes, markup, percent-encoding, white space, and non-ASCII characters. All of them fit into one packed text. So the
 * first call of a surface with costly calls reveals most kinds of fault.
 */
const DENSE: readonly string[] = [
  '$5',
  '${HOME}',
  '\\n',
  '\\',
  '"q"',
  "it's",
  '`t`',
  '<b>&amp;',
  '%20',
  '%s',
  'a+b',
  '{id}',
  '1  2',
  'l\nb',
  'c\r\nr',
  't\tb',
  'é',
  'e\u0301',
  '🧰',
  '日',
  '\u00a0',
  '\u2028',
  '\ufeff',
];

/**
 * The edge-case texts that a packed text can contain: all except the empty text and texts with NUL, which an argument
 * of a process cannot hold.
 */
const PACKABLE = [...DENSE, ...EDGE_CASE_TEXTS.filter((text) => text !== '' && !text.includes('\u0000'))];

const known = new Map<number, readonly string[]>();

/**
 * Texts of at most `most` code points, each composed of many edge-case texts. Surfaces with costly calls get them
 * first, so that one call shows whether any edge-case text is changed. Cached, because every string of a contract needs
 * them.
 */
export function packedTexts(most: number): readonly string[] {
  const packed = known.get(most) ?? packedWithin(most);
  known.set(most, packed);
  return packed;
}

function packedWithin(most: number): readonly string[] {
  const packed: string[] = [];
  const fits = (parts: string): boolean => codePointLength(parts + SEPARATOR) <= most;
  let text = '';
  for (const edge of PACKABLE) {
    const part = `${SEPARATOR}${edge}`;
    if (fits(text + part)) text += part;
    else if (fits(part)) {
      packed.push(`${text}${SEPARATOR}`);
      text = part;
    }
  }
  return text === '' ? packed : [...packed, `${text}${SEPARATOR}`];
}
