import { dirname, relative, resolve } from 'node:path';
import type { Contract } from '../contract.js';
import { DocumentSet } from '../document/document-set.js';
import { isJsonObject } from '../json/json.js';
import type { ParityGroup, ParityGroups, ParityGroupsReading } from './parity-group.js';
import { FaultLog } from '../document/fault-log.js';
import { checkCoverage } from './parity-coverage.js';
import { checkKeys, type FaultAt, readGroup } from './read-parity-group.js';
import { childPlace, itemPlaces, type Place, placeLocation } from '../document/place.js';

/**
 * Reads the parity file and checks it against the contracts. The file may list only contracts that were read. On every
 * surface that the file names, every operation must be bound or excluded. All faults are returned with their locations.
 */
export async function readParityGroups(
  file: string,
  contracts: readonly Contract[],
  options: { readonly root: string },
): Promise<ParityGroupsReading> {
  const reading = new DocumentSet(options.root).openFile(file);
  if (reading.kind === 'faults') return reading;
  const faults = new FaultLog();
  const fault: FaultAt = (at, code, message, repair) => faults.add(placeLocation(at), code, message, repair);
  const entry: Place = { document: reading.document, pointer: '', value: reading.document.root };
  const groups = readEntry(entry, fault);
  const listed = listedContracts(entry, contracts, resolve(options.root), fault);
  if (listed !== undefined) checkCoverage(groups, listed, entry, faults);
  const found = faults.all();
  return found.length > 0 ? { kind: 'faults', faults: found } : { kind: 'groups', groups };
}

function readEntry(entry: Place, fault: FaultAt): ParityGroups {
  if (!isJsonObject(entry.value))
    fault(entry, 'parity-malformed', 'the parity file is not an object', 'Write `contracts` and `groups`.');
  checkKeys(entry, ['contracts', 'groups'], fault);
  const list = childPlace(entry, 'groups');
  const groups: ParityGroup[] = [];
  for (const item of itemPlaces(list)) {
    const group = readGroup(item, fault);
    const first = groups.find(({ name }) => name === group?.name);
    if (first !== undefined) {
      const message = `group ${JSON.stringify(first.name)} is already defined on line ${first.location.line}`;
      fault(item, 'parity-group-duplicate', message, 'Rename one of the two groups, or merge them.');
    }
    if (group !== undefined) groups.push(group);
  }
  if (groups.length === 0) {
    fault(
      list ?? entry,
      'parity-malformed',
      'the parity file has no groups',
      'Write a list of groups, each with `name` and `bindings`.',
    );
  }
  return { file: entry.document.file, surfaces: namedSurfaces(groups), groups };
}

function namedSurfaces(groups: readonly ParityGroup[]): readonly string[] {
  const bound = groups.flatMap(({ bindings }) => bindings);
  const excluded = groups.flatMap(({ excluded: exclusions }) => exclusions);
  return [...new Set([...bound, ...excluded].map(({ surface }) => surface))];
}

/**
 * The contracts that the file lists. If one of them was not read, its operations are unknown: a fault is reported, and
 * the result is `undefined`.
 */
function listedContracts(
  entry: Place,
  contracts: readonly Contract[],
  root: string,
  fault: FaultAt,
): readonly Contract[] | undefined {
  const list = childPlace(entry, 'contracts');
  const items = itemPlaces(list);
  if (items.length === 0) {
    fault(
      list ?? entry,
      'parity-malformed',
      'the parity file lists no contracts',
      'List the OpenAPI files, relative to the parity file.',
    );
    return undefined;
  }
  const folder = dirname(resolve(root, entry.document.file));
  const found = items.map((item) => {
    const path = typeof item.value === 'string' ? resolve(folder, item.value) : undefined;
    const contract = contracts.find(({ file }) => resolve(root, file) === path);
    if (contract === undefined) {
      const name = path === undefined ? JSON.stringify(item.value) : relative(root, path);
      const repair = 'Add the contract to `contracts` of the configuration, or correct the name.';
      fault(item, 'parity-contract-unread', `${name} is not among the contracts of this run`, repair);
    }
    return contract;
  });
  const known = found.filter((contract) => contract !== undefined);
  return known.length === found.length ? known : undefined;
}
