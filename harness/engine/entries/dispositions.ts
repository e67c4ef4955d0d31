import type { Waiver } from '../../../contract/manifests/waiver.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';

/** What a run can say of waivers. */
export interface WaiverScope {
  /** Today as an ISO 8601 date (UTC): a waiver's last day is the only thing here that a calendar decides. */
  readonly today: string;
  /** Why a waiver can match nothing, ever: what it names is not there. */
  readonly unknown: (waiver: Waiver) => string | undefined;
  /** Whether this run would have shown the waiver's finding if it were still there. */
  readonly looked: (waiver: Waiver) => boolean;
}

export interface Dispositions {
  /** The waiver that permits a finding. */
  readonly waiverOf: (finding: Finding) => Waiver | undefined;
  /** Every waiver that is expired, names what is not there, or is not needed any more. */
  readonly notes: readonly NoteEntry[];
}

/**
 * Verdict × waiver. `seen` are the findings as they came, before any was told as another's consequence: a waiver whose finding is
 * hidden for once is not stale.
 */
export function dispositions(waivers: readonly Waiver[], seen: readonly Finding[], scope: WaiverScope): Dispositions {
  const valid = waivers.filter((waiver) => scope.unknown(waiver) === undefined && waiver.expires >= scope.today);
  return {
    waiverOf: (finding) => valid.find((waiver) => permits(waiver, finding)),
    notes: waivers.flatMap((waiver) => faultOf(waiver, seen, scope) ?? []),
  };
}

function permits(waiver: Waiver, finding: Finding): boolean {
  const { operations } = waiver;
  if (operations.length === 0) return concerns(waiver, finding);
  return concerns(waiver, finding) && finding.operations.length > 0 && finding.operations.every((id) => operations.includes(id));
}

/** As `permits`, but for a finding that concerns other operations as well. */
function concerns({ rule, surface, server, kind, operations }: Waiver, finding: Finding): boolean {
  return (
    finding.rule === rule &&
    // The findings of the registry are about servers, which a finding names where others name their surfaces.
    [surface, server].every((name) => name === undefined || finding.surfaces.includes(name)) &&
    (kind === undefined || finding.kind === kind) &&
    (operations.length === 0 || finding.operations.some((id) => operations.includes(id)))
  );
}

function faultOf(waiver: Waiver, seen: readonly Finding[], scope: WaiverScope): NoteEntry | undefined {
  const unknown = scope.unknown(waiver);
  const what = patternWords(waiver);
  if (unknown !== undefined) return note(waiver, 'waiver-unknown', `The waiver for ${what} matches nothing: ${unknown}.`, 'Correct it.');
  if (waiver.expires < scope.today) {
    const repair = `Mend what it permits, or let ${waiver.owner} decide on a later date.`;
    return note(waiver, 'waiver-expired', `The waiver for ${what} held until ${waiver.expires}.`, repair);
  }
  if (seen.some((finding) => permits(waiver, finding)) || !scope.looked(waiver)) return undefined;
  const wider = seen.find((finding) => concerns(waiver, finding));
  if (wider !== undefined) {
    const others = wider.operations.filter((id) => !waiver.operations.includes(id)).join(', ');
    const message = `The waiver for ${what} does not permit finding ${wider.id}, which also concerns ${others}.`;
    return note(waiver, 'waiver-narrow', message, `Mend it there, or name ${others} in the waiver too.`);
  }
  return note(
    waiver,
    'waiver-stale',
    `The waiver for ${what} matches no finding: it is mended, or it never was one.`,
    'Remove the waiver.',
  );
}

function patternWords({ rule, surface, server, kind, operations }: Waiver): string {
  const on = [surface, server].filter((name) => name !== undefined).join(', ');
  return [rule, ...(kind === undefined ? [] : [kind]), ...(on === '' ? [] : [`on ${on}`]), ...operations].join(' ');
}

function note(waiver: Waiver, code: string, message: string, repair: string): NoteEntry {
  return { kind: 'note', severity: 'error', code, message, repair, location: waiver.location };
}
