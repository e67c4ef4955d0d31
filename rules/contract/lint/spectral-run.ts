import type { RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { isJsonObject, type Json } from '../../../contract/json/json.js';
import { contractRuleset } from '../catalogue.js';
import type { Path } from '../document/path.js';
import type { LintOptions } from '../document/lint-options.js';
import { lintedView } from './linted-view.js';
import { withOurs } from './own-ruleset.js';
import type { SpectralSources } from '../document/spectral-source.js';

export interface SpectralResult {
  readonly code: string;
  /** Whether only the user's ruleset has the rule, and not ours. */
  readonly isOwn: boolean;
  /** Spectral's number of the severity: 0 error, 1 warning, 2 information, 3 hint. */
  readonly severity: number;
  readonly message: string;
  /** The description of the rule in its ruleset. */
  readonly description: string | undefined;
  /** The file that contains the fault; absent for the document under lint. */
  readonly source: string | undefined;
  readonly path: Path;
}

/**
 * Runs the ruleset on a document and on the documents to which it refers. `sources` has all documents, so Spectral
 * neither reads files nor fetches URLs. Spectral is imported only here, because loading it takes time.
 */
export async function runSpectral(sources: SpectralSources, options: LintOptions): Promise<readonly SpectralResult[]> {
  const { Resolver, Spectral: Linter, oas } = await import('./spectral.js');
  // Spectral uses this resolver also for URL schemes other than `file`, because no other resolver is registered.
  const resolve = async (uri: { href(): string }): Promise<string> =>
    JSON.stringify(spectralCopy(sources.document(uri.href()).root));
  const spectral = new Linter({ resolver: new Resolver({ resolvers: { file: { resolve } } }) });
  const ours = contractRuleset(oas as RulesetDefinition, lintedView(sources, options));
  spectral.setRuleset(options.ruleset === undefined ? ours : withOurs(options.ruleset, ours));
  const diagnostics = await spectral.run(asParsed(sources), { ignoreUnknownFormat: true });
  const builtIn = { ...(oas as { readonly rules: object }).rules, ...ours.rules };
  return diagnostics.map(({ code, severity, message, path, source }) => ({
    code: String(code),
    isOwn: Object.hasOwn(spectral.ruleset?.rules ?? {}, code) && !Object.hasOwn(builtIn, code),
    severity,
    message,
    description: spectral.ruleset?.rules[code]?.description ?? undefined,
    source,
    path,
  }));
}

/**
 * A document in the form that Spectral expects from a parser. It has no line numbers: our own parser finds the lines of
 * results later.
 */
function asParsed(sources: SpectralSources): Parameters<Spectral['run']>[0] {
  return {
    parsed: { data: spectralCopy(sources.main.root), ast: {}, lineMap: [], diagnostics: [] },
    getLocationForJsonPath: () => undefined,
    source: sources.mainSource,
  };
}

/**
 * A copy of a document, because Spectral freezes its input. The copy has no member `__proto__`, because Spectral's
 * resolver of `$ref`s throws for it.
 */
function spectralCopy(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(spectralCopy);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(kept.map(([key, inner]) => [key, spectralCopy(inner)]));
}
