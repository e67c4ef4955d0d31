import { isJsonObject, ownValue } from '../../contract/json/json.js';
import type { ContractRule, Fault, LintedContract } from './document/contract-rule.js';
import type { Path } from './document/path.js';
import { placesOf } from './document/document-walk.js';

export const brandFree: ContractRule = {
  id: 'contract/brand-free',
  severity: 'must',
  statement: 'The contract mentions no vendor but in the prefix of its extensions, and its title not even that.',
  source: 'The contract: the vendor prefix is configuration, and what is generated from the contract is used under other names.',
  repair: 'Remove the name, or describe the same without it.',
  check: brandFaults,
};

function* brandFaults({ document, options }: LintedContract): Generator<Fault> {
  const title = ownValue(ownValue(document, 'info'), 'title');
  if (typeof title === 'string' && wordPattern([options.prefix])?.test(title)) {
    yield { path: ['info', 'title'], message: `the title contains the prefix ${options.prefix}` };
  }
  const forbidden = wordPattern(options.forbiddenWords ?? []);
  if (forbidden === undefined) return;
  for (const { value, path } of placesOf(document)) {
    if (typeof value === 'string') yield* mention(forbidden, value, path);
    if (!isJsonObject(value)) continue;
    // An extension's own prefix is where a vendor's name belongs.
    for (const key of Object.keys(value)) yield* mention(forbidden, withoutPrefix(key, `x-${options.prefix}-`), [...path, key]);
  }
}

function* mention(forbidden: RegExp, text: string, path: Path): Generator<Fault> {
  const word = forbidden.exec(text)?.[0];
  if (word !== undefined) yield { path, message: `the contract mentions ${JSON.stringify(word)}` };
}

/** Any of the words, whole and without case; `_` and `-` end a word, so that identifiers are searched too. */
function wordPattern(words: readonly string[]): RegExp | undefined {
  const escaped = words.filter((word) => word !== '').map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  // Only escaped words of the configuration: nothing repeats.
  // oxlint-disable-next-line eslint/no-restricted-globals
  return escaped.length === 0 ? undefined : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`, 'iu');
}

function withoutPrefix(key: string, prefix: string): string {
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
