import type { ContractDocument } from '../document/document.js';
import type { DocumentSet } from '../document/document-set.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeUri, textAt } from '../document/place.js';
import { resolveReference } from '../document/reference.js';
import { isJsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { entryRole, memberOf, type Role } from './roles.js';

/** An object of an OpenAPI 3.0 description, with its place and its role, such as "schema". */
export interface FoundPlace {
  readonly place: Place;
  readonly role: Role;
  /** The place to which the object's `$ref` refers. Omitted if there is no `$ref`, or if it does not resolve. */
  readonly target?: Place;
}

/**
 * Every object of a description that has a role, in all files. References are followed, because the role of an object
 * in another file is known only from the reference. References that do not resolve are skipped here; they are reported
 * when the contract is read.
 */
export function findPlaces(
  documents: Pick<DocumentSet, 'openUrl'>,
  entry: ContractDocument,
): ReadonlyMap<SchemaUri, FoundPlace> {
  const found = new Map<SchemaUri, FoundPlace>();
  const pending: FoundPlace[] = [{ place: { document: entry, pointer: '', value: entry.root }, role: 'openapi' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { place, role } = next;
    const uri = placeUri(place);
    if (!isJsonObject(place.value) || found.has(uri)) continue;
    const target = targetOf(documents, place);
    found.set(uri, { place, role, ...(target && { target }) });
    if (target !== undefined && isOlder(target.document)) pending.push({ place: target, role });
    pending.push(...membersOf(place, role), ...mappedSchemas(documents, place, role));
  }
  return found;
}

/** Whether a file is treated as OpenAPI 3.0: it states version 3.0, or states no version. */
function isOlder({ root }: ContractDocument): boolean {
  return !isJsonObject(root) || !Object.hasOwn(root, 'openapi') || isVersion30(root['openapi']);
}

export function isVersion30(version: unknown): boolean {
  return typeof version === 'string' && /^3\.0\.\d+(?:-.+)?$/.test(version);
}

function targetOf(documents: Pick<DocumentSet, 'openUrl'>, place: Place): Place | undefined {
  const reference = textAt(place, '$ref');
  return reference === undefined ? undefined : resolved(documents, place, reference);
}

function resolved(documents: Pick<DocumentSet, 'openUrl'>, place: Place, reference: string): Place | undefined {
  const reading = resolveReference(documents, place, reference);
  return reading.kind === 'place' ? reading.place : undefined;
}

function* membersOf(place: Place, role: Role): Generator<FoundPlace> {
  for (const [key, value] of entryPlaces(place)) {
    const member = memberOf(role, key);
    if (member === undefined) continue;
    if (member.holds === 'one') yield { place: value, role: member.role };
    else if (member.holds === 'list') for (const item of itemPlaces(value)) yield { place: item, role: member.role };
    else for (const [name, item] of entryPlaces(value)) yield { place: item, role: entryRole(member.role, name) };
  }
}

/**
 * The schemas in the mapping of a discriminator. The mapping may be the only reference to them (OpenAPI 3.0.4 §4.7.25).
 */
function* mappedSchemas(documents: Pick<DocumentSet, 'openUrl'>, place: Place, role: Role): Generator<FoundPlace> {
  if (role !== 'schema') return;
  for (const [, { value }] of entryPlaces(childPlace(place, 'discriminator', 'mapping'))) {
    if (typeof value !== 'string' || !/[#/]/.test(value)) continue;
    const target = resolved(documents, place, value);
    if (target !== undefined && isOlder(target.document)) yield { place: target, role };
  }
}
