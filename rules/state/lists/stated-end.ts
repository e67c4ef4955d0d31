import type { ItemList } from '../../../contract/collections/collection.js';
import { leadsOn } from '../../../contract/collections/next-page.js';
import { schemasAt, successSchema } from '../../../contract/collections/reply-members.js';
import type { Contract } from '../../../contract/contract.js';
import { pointerTokens } from '../../../contract/json/json-pointer.js';
import { descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Observation } from '../../../surfaces/observation.js';
import { replyOf } from '../../reply.js';
import { successValue } from '../evidence/item-values.js';
import { elementsOf } from '../evidence/listed-elements.js';

/** Matches "`null` on the last page" and "null if there are no more results". */
const NULL_AT_END =
  /\bnull`? (?:on|for|at) the (?:last|final) page\b|\bnull`? (?:if|when) (?:there (?:are|is) )?no (?:more|further|other) \w+|\bon the (?:last|final) page\b[^.;]{0,40}\bnull\b/i;

/** A page with a cursor to which an empty last page follows. */
export interface NeedlessCursor {
  /** The number of the page, from 1. */
  readonly number: number;
  /** Pointer to the cursor in the page. */
  readonly pointer: string;
}

/**
 * The page whose cursor leads to an empty last page, although the contract states that the cursor is `null` on the last
 * page. The text of the cursor states it, or a sentence of the operation that names the cursor. `undefined` if there is
 * no such statement, or if the pages do not show the end of the list.
 */
export function needlessCursor(
  contract: Contract,
  list: ItemList,
  first: Observation,
): { readonly found: NeedlessCursor | undefined } | undefined {
  const { next } = list;
  if (next === undefined || 'by' in next || !statesNull(contract, list, next.pointer)) return undefined;
  const pages = [first, ...(first.followed ?? [])];
  const [page, last] = [pages.at(-2), pages.at(-1)];
  const body = last && successValue(last);
  if (page === undefined || last === undefined || body === undefined || pages.length < 2) return undefined;
  const leads = leadsOn(next, { body, headers: replyOf(last)?.headers ?? [] });
  const isEmpty = elementsOf(list, body)?.length === 0;
  if (leads && isEmpty) return undefined;
  return { found: isEmpty ? { number: pages.length - 1, pointer: next.pointer } : undefined };
}

function statesNull({ schemas }: Contract, { operation }: ItemList, pointer: string): boolean {
  const name = pointerTokens(pointer).at(-1) ?? '';
  const schema = successSchema(operation);
  const cursors = schema === undefined ? [] : schemasAt(schemas, schema, pointer);
  const own = descriptionsOf(cursors.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]));
  const named = sentencesOf(operation.description).filter((sentence) => sentence.includes(name));
  return [...own.flatMap(sentencesOf), ...named].some((sentence) => NULL_AT_END.test(sentence));
}
