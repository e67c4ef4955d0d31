import { formatLocation } from '../../../contract/json/source-location.js';
import type { NoteEntry } from '../../report.js';
import { counted } from '../../text/amounts.js';

const SEVERITIES: readonly NoteEntry['severity'][] = ['error', 'warning', 'info'];
/** The maximum number of places that the message of a grouped note names. */
const MAX_PLACES = 5;

/**
 * Groups notes for readers, the most severe first. Notes with the same code in several places of one file become one
 * note, with the message of the first place and the list of further places. Notes without a location are unchanged.
 */
export function groupedNotes(notes: readonly NoteEntry[]): readonly NoteEntry[] {
  const groups = new Map<string, NoteEntry[]>();
  for (const note of SEVERITIES.flatMap((severity) => notes.filter((entry) => entry.severity === severity))) {
    const { severity, code, surface, location } = note;
    const key = JSON.stringify(location === undefined ? groups.size : [severity, code, surface, location.file]);
    const alike = groups.get(key);
    if (alike === undefined) groups.set(key, [note]);
    else alike.push(note);
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [withPlaces(first, others)]));
}

function withPlaces(note: NoteEntry, others: readonly NoteEntry[]): NoteEntry {
  if (others.length === 0) return note;
  const places = others
    .slice(0, MAX_PLACES)
    .flatMap(({ location }) => (location === undefined ? [] : [formatLocation(location)]));
  const more = others.length > MAX_PLACES ? ', …' : '';
  return {
    ...note,
    message: `${note.message} (and in ${counted(others.length, 'more place')}: ${places.join(', ')}${more})`,
  };
}
