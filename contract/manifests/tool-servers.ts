import { DocumentSet } from '../document/document-set.js';
import { FaultLog } from '../document/fault-log.js';
import { checkKeys, type FaultAt } from './read-parity-group.js';
import { childPlace, itemPlaces, type Place, placeLocation, textAt } from '../document/place.js';
import type { ToolServer, ToolServersReading } from './tool-server.js';

/** Reads the registry of tool servers, or returns every malformed entry with its location. */
export function readToolServers(file: string, options: { readonly root: string }): ToolServersReading {
  const reading = new DocumentSet(options.root).openFile(file);
  if (reading.kind === 'faults') return reading;
  const faults = new FaultLog();
  const fault: FaultAt = (at, code, message, repair) => faults.add(placeLocation(at), code, message, repair);
  const entry: Place = { document: reading.document, pointer: '', value: reading.document.root };
  checkKeys(entry, ['servers'], fault, 'registry-key');
  const list = childPlace(entry, 'servers');
  const items = itemPlaces(list);
  if (items.length === 0)
    fault(
      list ?? entry,
      'registry-malformed',
      'the registry lists no tool servers',
      'List the tool servers under `servers`, each as {name, pin, launch}.',
    );
  const servers = items.flatMap((item) => readServer(item, fault) ?? []);
  const found = faults.all();
  return found.length > 0 ? { kind: 'faults', faults: found } : { kind: 'servers', servers };
}

function readServer(place: Place, fault: FaultAt): ToolServer | undefined {
  checkKeys(place, ['name', 'pin', 'launch'], fault, 'registry-key');
  const [name, pin] = ['name', 'pin'].map((key) => textAt(place, key) ?? '');
  if (name === undefined || name === '' || pin === undefined || pin === '') {
    fault(
      place,
      'registry-malformed',
      'a tool server has no `name` or no `pin`',
      'Write {name, pin, launch} with strings as name and pin.',
    );
    return undefined;
  }
  const at = (key: string): Place => childPlace(place, key) ?? place;
  return {
    name,
    pin,
    launch: readLaunch(place, fault),
    places: { name: placeLocation(at('name')), pin: placeLocation(at('pin')), launch: placeLocation(at('launch')) },
  };
}

function readLaunch(place: Place, fault: FaultAt): readonly string[] {
  const launch = childPlace(place, 'launch');
  const words = itemPlaces(launch).map(({ value }) => value);
  const texts = words.filter((word) => typeof word === 'string' && word !== '');
  if (!Array.isArray(launch?.value) || texts.length !== words.length) {
    const repair = 'Write the command as a list of strings; write `[]` for a server that runs elsewhere.';
    fault(launch ?? place, 'registry-malformed', '`launch` is not a list of strings', repair);
  }
  return texts.filter((word) => typeof word === 'string');
}
