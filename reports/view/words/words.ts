import type { Blame, Finding, Severity } from '../../../rules/finding.js';
import { counted } from '../../text/amounts.js';
import { type FindingEntry, LINT_KIND, type ReportVerdict, type Verdict, type WaiverReference } from '../../report.js';

/** The symbol of each verdict. Outputs show it beside the word for the verdict, so that a reader needs no colours. */
export const VERDICT_SYMBOL: Readonly<Record<ReportVerdict | Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '?',
  error: '!',
  inapplicable: '–',
  interrupted: '■',
};

/** The symbol of a waived finding, and of a failed matrix cell whose findings are all waived. */
export const WAIVED_SYMBOL = '~';

/** The symbol and the word of a verdict: `✓ pass`, `~ waived`. */
export function verdictWords(verdict: Verdict | 'waived'): string {
  return `${verdict === 'waived' ? WAIVED_SYMBOL : VERDICT_SYMBOL[verdict]} ${verdict}`;
}

/** The meaning of each verdict, for a reader who is new to the tool. */
export const VERDICT_MEANING: Readonly<Record<Verdict, string>> = {
  pass: 'every rule that applies was verified, and none was broken',
  fail: 'at least one rule was broken',
  inconclusive: 'could not be verified',
  error: 'the check itself failed',
  inapplicable: 'no rule applies',
};

export const SEVERITY_WORD: Readonly<Record<Severity, string>> = { must: 'MUST', should: 'SHOULD' };

export const DISPOSITION_WORD: Readonly<Record<FindingEntry['disposition'], string>> = {
  open: 'open',
  waived: 'waived',
  released: 'already released',
};

const BLAME_WORDS: Readonly<Record<Blame, string>> = {
  contract: 'the contract',
  surface: 'the surface',
  backend: 'the service behind the surfaces',
  mock: 'the mock server, which replaced the service: not your code',
  harness: 'this tool itself: please report it',
};

/** The owner of the fix for a finding, in words. */
export function blameWords(finding: Finding): string {
  if (finding.blame === 'contract' && finding.rule.startsWith('registry/')) return 'the registry of tool servers';
  const words = BLAME_WORDS[finding.blame];
  return finding.blame === 'surface' && finding.surfaces.length > 0
    ? `${words} (${finding.surfaces.join(', ')})`
    : words;
}

/** How often a finding occurred, in words. A finding of the lint has places in the contract instead of trials. */
export function occurrenceWords({ kind, blame, occurrences }: Finding): string {
  return counted(occurrences, blame === 'contract' && kind === LINT_KIND ? 'place' : 'trial');
}

/** Formats the reason, owner and last day of a waiver. */
export function waiverWords({ reason, owner, expires }: WaiverReference): string {
  return `${reason} (${owner}, until ${expires})`;
}
