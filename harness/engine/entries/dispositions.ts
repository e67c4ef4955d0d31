import type { Waiver } from '../../../contract/manifests/waiver.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { idsOf } from './findings.js';

/** The facts from which a run decides whether each waiver matches a finding and is still needed. */
export interface WaiverScope {
  /** The current date in ISO 8601 (UTC). A waiver whose last day is earlier has expired. */
  readonly today: string;
  /**
   * Returns a clause that states which name in the waiver is unknown. A waiver with an unknown name can never match.
   */
  readonly unknown: (waiver: Waiver) => string | undefined;
  /** Returns whether this run would report the waived finding if its fault still existed. */
  readonly verified: (waiver: Waiver) => boolean;
}

export interface Dispositions {
  /** Returns the waiver that permits a finding. */
  readonly waiverOf: (finding: Finding) => Waiver | undefined;
  /** A note for each waiver that has expired, has an unknown name, permits only a part of a finding, or is stale. */
  readonly notes: readonly NoteEntry[];
}

/**
 * Matches waivers with findings. `seen` contains all findings, even those that the report omits because they are
 * consequences of others. So a waiver that matches only such a consequence is not stale.
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
  return (
    concerns(waiver, finding) &&
    finding.operations.length > 0 &&
    finding.operations.every((id) => operations.includes(id))
  );
}

/**
 * Whether the waiver matches the finding for at least one operation of the finding. The function `permits` requires
 * more: the waiver must cover all operations of the finding.
 */
function concerns({ rule, surface, server, kind, finding: named, operations }: Waiver, finding: Finding): boolean {
  return (
    finding.rule === rule &&
    // Findings of the registry have names of tool servers in `surfaces`.
    [surface, server].every((name) => name === undefined || finding.surfaces.includes(name)) &&
    (kind === undefined || finding.kind === kind) &&
    (named === undefined || idsOf(finding).includes(named)) &&
    (operations.length === 0 || finding.operations.some((id) => operations.includes(id)))
  );
}

function faultOf(waiver: Waiver, seen: readonly Finding[], scope: WaiverScope): NoteEntry | undefined {
  const unknown = scope.unknown(waiver);
  const what = patternWords(waiver);
  if (unknown !== undefined)
    return note(
      waiver,
      'waiver-unknown',
      `The waiver for ${what} cannot match a finding: ${unknown}.`,
      'Correct the waiver.',
    );
  if (waiver.expires < scope.today) {
    const repair = `Fix the permitted finding, or ask ${waiver.owner} for a later date.`;
    return note(waiver, 'waiver-expired', `The waiver for ${what} expired on ${waiver.expires}.`, repair);
  }
  if (seen.some((finding) => permits(waiver, finding))) return soonExpired(waiver, what, scope.today);
  if (!scope.verified(waiver)) return undefined;
  const wider = seen.find((finding) => concerns(waiver, finding));
  if (wider !== undefined) {
    const others = wider.operations.filter((id) => !waiver.operations.includes(id)).join(', ');
    const message = `The waiver for ${what} does not permit finding ${wider.id}, which also concerns ${others}.`;
    return note(waiver, 'waiver-narrow', message, `Fix the finding for ${others}, or add ${others} to the waiver.`);
  }
  return note(
    waiver,
    'waiver-stale',
    `The waiver for ${what} matches no finding: the fault is fixed, or never existed.`,
    'Remove the waiver.',
  );
}

/** A waiver is reported from this number of days before it expires. */
const NOTICE_DAYS = 14;
const DAY_MS = 86_400_000;

function soonExpired(waiver: Waiver, what: string, today: string): NoteEntry | undefined {
  const days = (Date.parse(waiver.expires) - Date.parse(today)) / DAY_MS;
  if (days > NOTICE_DAYS) return undefined;
  const message = `The waiver for ${what} expires on ${waiver.expires}; the permitted finding then fails the run.`;
  const repair = `Fix the finding by that date, or ask ${waiver.owner} for a later date.`;
  return { ...note(waiver, 'waiver-expires-soon', message, repair), severity: 'warning' };
}

function patternWords({ rule, surface, server, kind, finding, operations }: Waiver): string {
  const on = [surface, server].filter((name) => name !== undefined).join(', ');
  return [
    rule,
    ...(kind === undefined ? [] : [kind]),
    ...(on === '' ? [] : [`on ${on}`]),
    ...operations,
    ...(finding === undefined ? [] : [`(finding ${finding})`]),
  ].join(' ');
}

function note(waiver: Waiver, code: string, message: string, repair: string): NoteEntry {
  return { kind: 'note', severity: 'error', code, message, repair, location: waiver.location };
}
