import { dirname } from 'node:path';
import type { RulesetDefinition, RulesetFunctionContext } from '@stoplight/spectral-core';
import { DocumentSet } from '../../../contract/document/document-set.js';
import type { Json } from '../../../contract/json/json.js';
import { ParityError } from '../../../contract/parity-error.js';
import { contractRuleset, type RulesetView } from '../catalogue.js';
import type { LintOptions } from '../document/lint-options.js';
import { SpectralSources } from '../document/spectral-source.js';
import { lintedView } from './linted-view.js';
import { marked } from './own-ruleset.js';
import { oas } from './spectral.js';

/** Options of the rules about names. */
export interface RulesetOptions {
  /** Vendor prefix of the extensions. Default `svc`, for `x-svc-mcp-tool`. */
  readonly prefix?: string;
  /**
   * Whether every operation must have the extension that names its tool (`tool`) or its command (`command`). Default:
   * neither.
   */
  readonly needs?: { readonly tool: boolean; readonly command: boolean };
  /** Names of vendors and products that the contract must not contain, compared as whole words, ignoring case. */
  readonly forbiddenWords?: readonly string[];
}

/**
 * The rules of `parity lint` as a Spectral ruleset: the built-in rules for OpenAPI and our own rules. Use it with
 * `spectral lint`, or extend it in another ruleset.
 */
export function contractRules(options: RulesetOptions = {}): RulesetDefinition {
  const complete = { prefix: 'svc', needs: { tool: false, command: false }, ...options };
  const views = new WeakMap<object, (document: Json) => RulesetView>();
  return contractRuleset(oas as RulesetDefinition, (document, context) => {
    const view = views.get(context.documentInventory) ?? lintedView(...sourcesOf(context, complete));
    views.set(context.documentInventory, view);
    return view(document);
  });
}

function sourcesOf(
  { document }: RulesetFunctionContext,
  options: Omit<LintOptions, 'root'>,
): [SpectralSources, LintOptions] {
  if (document.source === null)
    throw new ParityError(
      'ruleset-without-file',
      'the rules of contract-parity cannot lint a document that is not in a file',
      'Lint a file instead of standard input.',
    );
  const root = dirname(document.source);
  const documents = new DocumentSet(root);
  const reading = documents.openFile(document.source);
  if (reading.kind === 'document') return [new SpectralSources(documents, reading.document), { ...options, root }];
  throw new ParityError('ruleset-file-unreadable', reading.faults[0]?.message ?? 'unreadable', 'Correct the file.');
}

export default marked(contractRules());
