import type { Case, CaseInput } from '../../../contract/case.js';
import type { Json } from '../../../contract/json/json.js';
import { isJsonObject } from '../../../contract/json/json.js';
import { isValidInput } from '../../../contract/inputs/input-violations.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import { validAccepted } from '../../../rules/conformance/service/valid-accepted.js';
import { type ClassSubject, classOf } from '../plan/case-class.js';
import type { Shown } from './fresh-sessions.js';

/**
 * How unusual characters of the input cause a fault. The fault disappears if the characters are replaced with letters.
 * - `length`: the service counts UTF-16 units or UTF-8 bytes, so it judges the length of a string wrongly.
 * - `character`: the service handles the characters themselves wrongly.
 */
export interface TextTrait {
  readonly kind: 'length' | 'character';
  readonly name: string;
}

interface Characters {
  readonly pattern: RegExp;
  readonly unit: string;
  readonly lengthOf: (character: string) => number;
}

const BEYOND_FIRST_PLANE: Characters = {
  pattern: /[\u{10000}-\u{10FFFF}]/gu,
  unit: 'UTF-16 units',
  lengthOf: (character) => character.length,
};
const UNUSUAL: Characters = {
  pattern: /\p{Cc}|[^\0-~]/gu,
  unit: 'bytes',
  lengthOf: (character) => Buffer.byteLength(character),
};

/** The rules that a service breaks if it refuses valid input or accepts invalid input. */
const JUDGED: ReadonlySet<string> = new Set([validAccepted.id, invalidRejected.id]);

/**
 * Finds unusual characters of the input that cause the fault. Runs the case up to two times with letters in their
 * place.
 */
export async function textTrait(
  subject: ClassSubject,
  rule: string,
  { case: shown }: Shown,
  shows: (candidate: Case) => Promise<unknown>,
): Promise<TextTrait | undefined> {
  if (!JUDGED.has(rule) || shown.raw !== undefined || shown.precedingCalls !== undefined) return undefined;
  const expectationOf = classOf(subject, shown);
  for (const characters of [BEYOND_FIRST_PLANE, UNUSUAL]) {
    const used = charactersIn(shown.input, characters);
    if (used.size === 0) continue;
    const input = replaced(shown.input, characters, () => 'a');
    const expect = expectationOf(input);
    if (expect === undefined || (await shows({ ...shown, input, expect })) !== undefined) continue;
    // Characters beyond U+FFFF also have more than one byte, so both units are tried.
    const counted = [characters, UNUSUAL].find((each) => isJudgedByUnits(subject, shown, each));
    if (counted !== undefined) return { kind: 'length', name: counted.unit };
    if (characters === BEYOND_FIRST_PLANE) return { kind: 'character', name: 'beyond U+FFFF' };
    return { kind: 'character', name: [...used].toSorted().map(codePoint).join(' ') };
  }
  return undefined;
}

/**
 * Whether the service judges the input wrongly because it counts string lengths in these units, such as UTF-8 bytes: a
 * valid string seems too long, or a string that is too short seems long enough.
 */
function isJudgedByUnits({ contract, operation }: ClassSubject, shown: Case, characters: Characters): boolean {
  const longer = replaced(shown.input, characters, (character) => 'a'.repeat(characters.lengthOf(character)));
  return isValidInput(contract, operation, longer) === (shown.expect.kind === 'rejected');
}

function charactersIn(input: CaseInput, { pattern }: Characters): ReadonlySet<string> {
  const used = new Set<string>();
  withTexts(input as unknown as Json, (text) => {
    for (const [character] of text.matchAll(pattern)) used.add(character);
    return text;
  });
  return used;
}

function replaced(input: CaseInput, { pattern }: Characters, by: (character: string) => string): CaseInput {
  return withTexts(input as unknown as Json, (text) => text.replaceAll(pattern, by)) as unknown as CaseInput;
}

/** Changes all strings in a value, but not the names of its members. */
function withTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => withTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, change)]));
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
