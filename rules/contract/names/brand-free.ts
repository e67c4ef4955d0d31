import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import type { Path } from '../document/path.js';
import { placesOf } from '../document/document-walk.js';

export const brandFree: ContractRule = {
  id: 'contract/brand-free',
  severity: 'must',
  statement:
    'The contract names no vendor except in the prefix of its extensions, and its title does not contain that prefix either.',
  source:
    'The contract: the vendor prefix is configuration, and code that is generated from the contract is published under other names.',
  repair: 'Remove the name from the text or key.',
  check: brandFaults,
};

function* brandFaults({ document, options }: LintedContract): Generator<LintFault> {
  const title = ownValue(ownValue(document, 'info'), 'title');
  const isNamed = typeof title === 'string' && wordPattern([options.prefix])?.test(title) === true;
  if (isNamed && usesPrefix(document, options.prefix)) {
    yield { path: ['info', 'title'], message: `the title contains the prefix ${options.prefix}` };
  }
  const forbidden = wordPattern(options.forbiddenWords ?? []);
  if (forbidden === undefined) return;
  for (const { value, path } of placesOf(document)) {
    if (typeof value === 'string') yield* mention(forbidden, value, path);
    if (!isJsonObject(value)) continue;
    // The prefix is removed before the check, because the prefix of an extension may name the vendor.
    for (const key of Object.keys(value))
      yield* mention(forbidden, withoutPrefix(key, `x-${options.prefix}-`), [...path, key]);
  }
}

/** Whether an extension has the prefix. Otherwise, the prefix is only a part of names outside of the contract. */
function usesPrefix(document: Json, prefix: string): boolean {
  return [...placesOf(document)].some(
    ({ value }) => isJsonObject(value) && Object.keys(value).some((key) => key.startsWith(`x-${prefix}-`)),
  );
}

function* mention(forbidden: RegExp, text: string, path: Path): Generator<LintFault> {
  const word = forbidden.exec(text)?.[0];
  if (word !== undefined) yield { path, message: `the contract mentions ${JSON.stringify(word)}` };
}

/**
 * A pattern that matches each of the words as a whole word, ignoring case. Since `_` and `-` separate words, a name
 * within an identifier matches too.
 */
function wordPattern(words: readonly string[]): RegExp | undefined {
  const escaped = words
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  if (escaped.length === 0) return undefined;
  // Safe: the pattern holds only escaped words, without repetition.
  // oxlint-disable-next-line eslint/no-restricted-globals
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`, 'iu');
}

function withoutPrefix(key: string, prefix: string): string {
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
