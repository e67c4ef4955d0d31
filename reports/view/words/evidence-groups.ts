import type { Evidence, Finding } from '../../../rules/finding.js';
import { grouped } from './grouped.js';
import { printableText } from '../../text/printable.js';
import { amount } from '../../text/amounts.js';

/** Evidence for one rule that differs only in where it was found. */
export interface EvidenceGroup {
  readonly rule: string;
  /** Where the evidence was found, for example `on mcp, cli; createItem; at /body/a, /body/b`. */
  readonly where: string;
  /**
   * The message of the violations. Omitted for violations of the finding's own rule at further places, because their
   * message is that of the finding.
   */
  readonly message?: string;
}

/**
 * The maximum number of messages that are listed for one rule. If there are more, all evidence of the rule becomes one
 * group with the first message.
 */
const MAX_MESSAGES = 2;
const MAX_NAMES = 6;

/** The evidence of a finding, grouped by rule and message. The order of the evidence is kept. */
export function evidenceGroups(finding: Finding): readonly EvidenceGroup[] {
  const { rule, evidence } = finding;
  return [...grouped(evidence, (each) => each.rule)].flatMap(([id, signs]) => {
    const where = (all: readonly Evidence[]): string => places(all, finding);
    if (id === rule) return sameRule(signs, finding);
    const messages = [...grouped(signs, ({ message }) => message)];
    if (messages.length <= MAX_MESSAGES)
      return messages.map(([message, same]) => ({ rule: id, where: where(same), message }));
    const first = messages[0]?.[0] ?? '';
    return [
      {
        rule: id,
        where: `${where(signs)}; ${amount(messages.length)} messages, the first of which is`,
        message: first,
      },
    ];
  });
}

/**
 * The evidence for the finding's own rule at further places: on a surface, at a pointer or for an operation that the
 * finding itself does not state.
 */
function sameRule(signs: readonly Evidence[], finding: Finding): readonly EvidenceGroup[] {
  const isElsewhere = ({ surface, operation, pointer }: Evidence): boolean =>
    !finding.surfaces.includes(surface) ||
    pointer !== finding.pointer ||
    (operation !== undefined && operation !== finding.operations[0]);
  const others = signs.filter(isElsewhere);
  return others.length === 0 ? [] : [{ rule: finding.rule, where: places(others, finding) }];
}

/** Formats evidence as text on one line, for example `also on mcp, cli: …`. */
export function evidenceText({ rule, where, message }: EvidenceGroup): string {
  return message === undefined
    ? `also ${where}`
    : `${printableText(rule, 200)} ${where}: ${printableText(message, 400)}`;
}

/** Where the evidence was found. The operation and the pointer are left out if they are those of the finding. */
function places(signs: readonly Evidence[], finding: Finding): string {
  const operations = names(signs.map((sign) => sign.operation ?? ''));
  const pointers = names(signs.map(({ pointer }) => pointer)).filter((pointer) => pointer !== finding.pointer);
  const surfaces = names(signs.map(({ surface }) => surface));
  return [
    // A fault of the contract is on no surface.
    ...(surfaces.length === 0 ? [] : [`on ${list(surfaces)}`]),
    ...(operations.length === 0 || (operations.length === 1 && operations[0] === finding.operations[0])
      ? []
      : [list(operations)]),
    ...(pointers.length === 0 ? [] : [`at ${list(pointers)}`]),
  ].join('; ');
}

function names(all: readonly string[]): readonly string[] {
  return [...new Set(all)].filter((name) => name !== '');
}

function list(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMES).map((name) => printableText(name, 120));
  const left = all.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${amount(left)} others` : shown.join(', ');
}
