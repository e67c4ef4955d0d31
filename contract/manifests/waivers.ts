import type { ContractFault } from '../contract.js';
import type { OperationId } from '../operation.js';
import { DocumentSet } from '../document/document-set.js';
import { FaultLog } from '../document/fault-log.js';
import { checkKeys, type FaultAt } from './read-parity-group.js';
import { childPlace, itemPlaces, type Place, placeLocation, textAt } from '../document/place.js';
import type { Waiver, WaiversReading } from './waiver.js';

const KEYS = ['rule', 'surface', 'server', 'operation', 'kind', 'finding', 'reason', 'owner', 'expires'];
/**
 * Keys that restrict a waiver. At least one of them is required, because a waiver without them would permit every
 * finding of its rule.
 */
const NARROWING = ['surface', 'server', 'operation', 'finding'];
/** The id of a finding in a report: eight hexadecimal digits. */
const FINDING_ID = /^[0-9a-f]{8}$/;

/**
 * Reads the waivers, or returns every fault of the file with its location. Whether a waiver still matches a finding is
 * not checked here, because this is known only after a run.
 */
export function readWaivers(file: string, options: { readonly root: string }): WaiversReading {
  const reading = new DocumentSet(options.root).openFile(file);
  if (reading.kind === 'faults') return { kind: 'faults', faults: reading.faults.map(withFirstContent) };
  const faults = new FaultLog();
  const fault: FaultAt = (at, code, message, repair) => faults.add(placeLocation(at), code, message, repair);
  const entry: Place = { document: reading.document, pointer: '', value: reading.document.root };
  checkKeys(entry, ['waivers'], fault, 'waiver-key');
  const list = childPlace(entry, 'waivers');
  if (!Array.isArray(list?.value)) {
    fault(list ?? entry, 'waiver-malformed', '`waivers` is not a list', 'Write `waivers` as a list; it may be empty.');
  }
  const waivers = itemPlaces(list).flatMap((item) => readWaiver(item, fault) ?? []);
  reportRepeated(waivers, faults);
  const found = faults.all();
  return found.length > 0 ? { kind: 'faults', faults: found } : { kind: 'waivers', waivers };
}

/**
 * If the fault is that the file is missing, changes its repair so that it also states what a file without waivers
 * contains.
 */
function withFirstContent(fault: ContractFault): ContractFault {
  const repair = 'Correct the path, or create the file with the line `waivers: []`.';
  return fault.code === 'document-missing' ? { ...fault, repair } : fault;
}

function readWaiver(place: Place, fault: FaultAt): Waiver | undefined {
  checkKeys(place, KEYS, fault, 'waiver-key');
  const required = (key: string, repair: string): string => {
    const text = optionalText(place, key, fault);
    if (text === undefined) fault(place, 'waiver-malformed', `a waiver has no \`${key}\``, repair);
    return text ?? '';
  };
  const rule = required('rule', 'Name the rule whose finding the waiver permits, such as `parity/same-status`.');
  const reason = required('reason', 'State why the finding is permitted.');
  const owner = required('owner', 'Name the role that is responsible for the waiver.');
  const expires = required('expires', 'Write the last day on which the waiver is valid, such as 2030-12-31.');
  const [surface, server, kind, finding] = ['surface', 'server', 'kind', 'finding'].map((key) =>
    optionalText(place, key, fault),
  );
  if (finding !== undefined && !FINDING_ID.test(finding)) {
    const repair = 'Write the eight hex digits that the report states, in quotes if all of them are digits.';
    fault(
      childPlace(place, 'finding') ?? place,
      'waiver-finding',
      `${JSON.stringify(finding)} is not the id of a finding`,
      repair,
    );
  }
  if (expires !== '' && !isDate(expires)) {
    fault(
      childPlace(place, 'expires') ?? place,
      'waiver-date',
      `${JSON.stringify(expires)} is not a date`,
      'Write YYYY-MM-DD.',
    );
  }
  if (NARROWING.every((key) => childPlace(place, key) === undefined)) {
    const repair = 'Restrict the waiver by `surface`, `server`, `operation` or `finding`.';
    fault(place, 'waiver-broad', 'a waiver permits every finding of its rule', repair);
  }
  if (rule === '') return undefined;
  return {
    rule,
    ...(surface !== undefined && { surface }),
    ...(server !== undefined && { server }),
    ...(kind !== undefined && { kind }),
    ...(finding !== undefined && { finding }),
    operations: readOperations(place, fault),
    reason,
    owner,
    expires,
    location: placeLocation(place),
  };
}

/** The string at a key; `undefined` if the key is missing. An empty string and any other value are faults. */
function optionalText(place: Place, key: string, fault: FaultAt): string | undefined {
  const child = childPlace(place, key);
  if (child === undefined) return undefined;
  const text = textAt(place, key)?.trim() ?? '';
  if (text === '')
    fault(
      child,
      'waiver-malformed',
      `\`${key}\` is not a string, or is empty`,
      `Write the ${key} as a non-empty string.`,
    );
  return text;
}

/** Reads `operation`, which is one operationId or a list of operationIds. */
function readOperations(place: Place, fault: FaultAt): readonly OperationId[] {
  const child = childPlace(place, 'operation');
  if (child === undefined) return [];
  const named = Array.isArray(child.value) ? itemPlaces(child) : [child];
  const texts = named
    .filter(({ value }) => typeof value === 'string' && value !== '')
    .map(({ value }) => value as OperationId);
  if (texts.length !== named.length || texts.length === 0) {
    fault(child, 'waiver-malformed', '`operation` is not an operationId', 'Write one operationId, or a list of them.');
  }
  return texts;
}

/** Whether a string is a date of the calendar; 2026-02-30 is not. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function reportRepeated(waivers: readonly Waiver[], faults: FaultLog): void {
  const seen = new Map<string, Waiver>();
  for (const waiver of waivers) {
    const { rule, surface, server, kind, finding, operations } = waiver;
    const pattern = JSON.stringify([rule, surface, server, kind, finding, operations.toSorted()]);
    const first = seen.get(pattern);
    if (first === undefined) seen.set(pattern, waiver);
    else
      faults.add(
        waiver.location,
        'waiver-twice',
        `the waiver repeats the waiver on line ${first.location.line}`,
        'Remove one of the two waivers.',
      );
  }
}
