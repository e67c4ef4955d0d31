import type { ContractDocument } from '../document/document.js';
import { type Json, isJsonObject } from '../json/json.js';
import { fromMembers } from '../json/members.js';
import { compatiblePattern } from '../patterns/compatible-pattern.js';

/** Members whose values are data and not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples', 'value']);

/**
 * The document, rewritten so that its patterns compile with the `u` flag. Some frameworks write patterns such as
 * `^\-?[0-9]+$`, which are valid only without this flag. The lint reports them. A document without such patterns is
 * returned unchanged.
 */
export function withCompatiblePatterns(document: ContractDocument): ContractDocument {
  const root = rewritten(document.root);
  return root === document.root ? document : { ...document, root };
}

/** The value with rewritten patterns; the same object if no pattern is rewritten. */
function rewritten(value: Json): Json {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map(rewritten);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, rewrittenMember(name, member)] as const);
  return members.some(([name, member]) => member !== value[name]) ? fromMembers(members) : value;
}

function rewrittenMember(name: string, member: Json): Json {
  if (name === 'pattern' && typeof member === 'string') return compatiblePattern(member);
  return isData(name) ? member : rewritten(member);
}

function isData(name: string): boolean {
  return DATA.has(name) || name.startsWith('x-');
}
