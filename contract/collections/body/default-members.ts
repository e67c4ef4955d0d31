import type { Contract, SchemaSource } from '../../contract.js';
import { ownValue } from '../../json/json.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { nameIn, plainName } from '../../plain-name.js';
import { sentencesOf } from '../../sentences.js';
import { schemaTypes, schemasInPlace, textsInPlace } from '../../wire/decode-value.js';
import { returnedItemSchema, sentSchemas } from '../envelope.js';
import { statedMembers } from '../reply-members.js';

/** A member of a new item that gets the value of another member of this item if the create request omits it. */
export interface DefaultMember {
  /**
   * The name of the member in the request (`sent`) and in the reply (`name`). The names may differ in case and
   * separators.
   */
  readonly sent: string;
  readonly name: string;
  /** The name, in the reply, of the member from which the value is taken. */
  readonly from: string;
}

const known = new WeakMap<Operation, readonly DefaultMember[]>();

/**
 * The members of a create operation whose default is the value of another member. A text must state the default:
 * "`display_name` defaults to the name" in the description of the operation, or "Defaults to `name`" in the description
 * of the member. All words after "defaults to" must form the name of the other member. "Defaults to the name in lower
 * case" therefore does not count.
 */
export function defaultMembers(contract: Contract, create: Operation): readonly DefaultMember[] {
  const found = known.get(create) ?? findDefaults(contract, create);
  known.set(create, found);
  return found;
}

function findDefaults(contract: Contract, create: Operation): readonly DefaultMember[] {
  const { schemas } = contract;
  const item = returnedItemSchema(contract, create);
  const returned = item === undefined ? new Map<string, never>() : statedMembers(schemas, [item]);
  const isText = (name: string): boolean =>
    returned.get(name)?.every((uri) => schemaTypes(schemas, uri).has('string')) === true;
  return [...statedMembers(schemas, sentSchemas(contract, create))].flatMap(([sent, uris]) => {
    const texts = textsInPlace(schemas, uris);
    const others = [
      ...clausesOf(create.description).flatMap((clause) => {
        const [, subject, other = ''] = OF_NAMED.exec(clause) ?? [];
        return subject === sent ? [other] : [];
      }),
      ...texts.flatMap(clausesOf).map((clause) => OF_MEMBER.exec(clause)?.[1] ?? ''),
    ].map(otherName);
    const name = nameIn(returned.keys(), sent);
    const from = [...returned.keys()].find((each) => others.includes(plainName(each)));
    if (from === undefined || from === name || DERIVED.test(name) || !isText(name) || !isText(from)) return [];
    const fits = canHold(schemas, [...uris, ...(returned.get(name) ?? [])], returned.get(from) ?? []);
    return fits ? [{ sent, name, from }] : [];
  });
}

/** Matches names of members that a service derives from another text, such as `slug`. */
const DERIVED = /slug|handle|key|code|path/i;
/**
 * Keywords that restrict the values of a text. If a member has one of these keywords, its default can only come from a
 * member that has the same keyword with the same value.
 */
const SAME = ['enum', 'const', 'pattern', 'format'];

/**
 * Whether the member with the schemas `own` may have every value of the member with the schemas `other`. If not, the
 * service must shorten or convert a value before it uses the value as a default.
 */
function canHold(schemas: SchemaSource, own: readonly SchemaUri[], other: readonly SchemaUri[]): boolean {
  const valuesOf = (uris: readonly SchemaUri[], keyword: string): readonly string[] =>
    uris
      .flatMap((uri) => [...schemasInPlace(schemas, uri).values()])
      .flatMap((schema) => ownValue(schema, keyword) ?? [])
      .map((value) => JSON.stringify(value));
  const most = Math.max(0, ...valuesOf(other, 'maxLength').map(Number)) || Infinity;
  return (
    SAME.every((keyword) => valuesOf(own, keyword).every((value) => valuesOf(other, keyword).includes(value))) &&
    valuesOf(own, 'maxLength').every((value) => Number(value) >= most)
  );
}

/**
 * The sentences of a text. A sentence that begins with a name in backticks is split before each further name that
 * follows a comma: "`a` defaults to `b`, `c` to `d`".
 */
function clausesOf(text: string): readonly string[] {
  return sentencesOf(text)
    .map((sentence) => sentence.trim())
    .flatMap((sentence) => (sentence.startsWith('`') ? sentence.split(/, (?=`)/) : sentence));
}

const OF_NAMED = /^`([\w.-]+)` (?:defaults|falls back) to (.{1,60})$/;
const OF_MEMBER = /^(?:defaults to|falls back to|default is) (.{1,60})$/i;

/** The plain name of the member to which words such as "the value of `name`" or "the name itself" refer. */
function otherName(text: string): string {
  const words = text
    .replaceAll('`', '')
    .replace(/\.$/, '')
    .replace(/^the (?:value of (?:the )?)?/i, '')
    .replace(/ itself$/i, '');
  return plainName(words.replaceAll(' ', ''));
}
