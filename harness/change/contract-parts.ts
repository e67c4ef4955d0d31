import { createHash } from 'node:crypto';
import type { ContractFault } from '../../contract/contract.js';
import type { ReadBytes } from '../../contract/document/document-bytes.js';
import { DocumentSet } from '../../contract/document/document-set.js';
import { childPlace, entryPlaces, type Place, placeUri } from '../../contract/document/place.js';
import { resolveReference } from '../../contract/document/reference.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { isJsonObject, type Json, ownValue } from '../../contract/json/json.js';

/**
 * Maps the address of each part of an OpenAPI description, such as `openapi.yaml#/components/schemas/Item`, to a digest
 * of the part's value.
 */
export type Parts = ReadonlyMap<string, string>;

/**
 * For each operation in a description, its parts. They include all parts to which the operation refers, directly or
 * indirectly.
 */
export interface ContractParts {
  readonly kind: 'parts';
  readonly operations: ReadonlyMap<string, OperationParts>;
  /**
   * The parts that do not belong to one operation: each component, `info`, and similar members that describe the
   * contract.
   */
  readonly others: Parts;
  /** The names of the description's files, for messages. */
  readonly files: readonly string[];
}

interface OperationParts {
  readonly method: string;
  readonly path: string;
  readonly parts: Parts;
}

type PartsReading = ContractParts | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Reads the parts of a description. The description needs only valid syntax and valid references, so a revision with
 * other faults can be compared too. Values are compared, so comments and the order of members have no effect.
 */
export function contractParts(file: string, root: string, readBytes?: ReadBytes): PartsReading {
  const documents = new DocumentSet(root, {}, readBytes);
  const reading = documents.openFile(file);
  if (reading.kind === 'faults') return reading;
  const entry: Place = { document: reading.document, pointer: '', value: reading.document.root };
  const walk = new PartWalk(documents, entry);
  const found = operationPlaces(walk, entry).map((each) => ({
    ...each,
    key: operationKey(each),
    own: walk.operation(each),
  }));
  // A reference that is not a JSON pointer may lead to any place, so its operation depends on all files.
  const whole = [`${entry.document.uri}#`, digest(documents.all().map(({ root: value }) => value))] as const;
  const operations = new Map(
    found.map(({ key, method, path, own: { parts, isOpen } }) => [
      key,
      { method, path, parts: isOpen ? new Map([...parts, whole]) : parts },
    ]),
  );
  return { kind: 'parts', operations, others: otherParts(entry), files: documents.all().map((each) => each.file) };
}

interface OperationPlace {
  readonly method: string;
  readonly path: string;
  readonly item: Place;
  readonly place: Place;
}

/** The name of an operation: its `operationId`, or its method and path if it has no `operationId`. */
function operationKey({ method, path, place }: OperationPlace): string {
  const id = ownValue(place.value, 'operationId');
  return typeof id === 'string' ? id : `${method.toUpperCase()} ${path}`;
}

function operationPlaces(walk: PartWalk, entry: Place): readonly OperationPlace[] {
  return entryPlaces(childPlace(entry, 'paths')).flatMap(([path, written]) => {
    // A path item may have operations beside its `$ref`.
    const items = [written, ...walk.targets(written)];
    const seen = new Set<string>();
    return items.flatMap((item) =>
      METHODS.flatMap((method): readonly OperationPlace[] => {
        const place = childPlace(item, method);
        if (place === undefined || seen.has(method)) return [];
        seen.add(method);
        return [{ method, path, item, place: walk.targets(place)[0] ?? place }];
      }),
    );
  });
}

/** Members of the entry document that are only descriptive. A change of them affects no operation. */
const DESCRIPTIVE = new Set(['info', 'tags', 'externalDocs', 'webhooks']);
const PER_OPERATION = new Set(['paths', 'components', 'security', 'servers', ...DESCRIPTIVE]);

function otherParts(entry: Place): Parts {
  const components = entryPlaces(childPlace(entry, 'components')).flatMap(([, kind]) => entryPlaces(kind));
  const members = entryPlaces(entry).filter(([name]) => DESCRIPTIVE.has(name));
  return new Map([...components, ...members].map(([, place]) => [placeUri(place), digest(place.value)]));
}

interface Collected {
  readonly parts: Map<string, string>;
  /**
   * True if a reference cannot be resolved, for example because it is not a JSON pointer. Then any change of the
   * description may concern the operation.
   */
  isOpen: boolean;
}

/**
 * Follows references from an operation and collects the parts that it uses. The result for each address is cached,
 * because operations share parts.
 */
class PartWalk {
  readonly #known = new Map<
    string,
    { readonly digest: string; readonly next: readonly Place[]; readonly isOpen: boolean }
  >();

  constructor(
    private readonly documents: DocumentSet,
    private readonly entry: Place,
  ) {}

  operation({ item, place }: OperationPlace): Collected {
    const found: Collected = { parts: new Map(), isOpen: false };
    this.collect(place, found);
    this.collect(withoutMethods(item), found);
    for (const inherited of this.inherited(place, item)) this.collect(inherited, found);
    for (const scheme of this.schemes(place)) this.collect(scheme, found);
    return found;
  }

  /** The place to which the `$ref` of an object leads; empty if the object has no `$ref`. */
  targets(place: Place): readonly Place[] {
    const reference = ownValue(place.value, '$ref');
    if (typeof reference !== 'string') return [];
    const reading = resolveReference(this.documents, place, reference);
    return reading.kind === 'place' ? [reading.place] : [];
  }

  /**
   * Members of the entry document that apply to an operation: all vendor extensions, and `security` and `servers`
   * unless the operation states them.
   */
  private inherited(place: Place, item: Place): readonly Place[] {
    const states = (key: string): boolean => [place, item].some(({ value }) => ownValue(value, key) !== undefined);
    return entryPlaces(this.entry)
      .filter(([key]) => !PER_OPERATION.has(key) || ((key === 'security' || key === 'servers') && !states(key)))
      .map(([, inherited]) => inherited);
  }

  private schemes(place: Place): readonly Place[] {
    const security = ownValue(place.value, 'security') ?? ownValue(this.entry.value, 'security');
    const names = Array.isArray(security)
      ? security.flatMap((each) => (isJsonObject(each) ? Object.keys(each) : []))
      : [];
    return names.flatMap((name) => childPlace(this.entry, 'components', 'securitySchemes', name) ?? []);
  }

  private collect(start: Place, into: Collected): void {
    const queue = [start];
    for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
      const address = placeUri(place);
      if (into.parts.has(address)) continue;
      const { digest: own, next, isOpen } = this.part(address, place);
      into.parts.set(address, own);
      if (isOpen) into.isOpen = true;
      queue.push(...next);
    }
  }

  private part(address: string, place: Place): { digest: string; next: readonly Place[]; isOpen: boolean } {
    const known = this.#known.get(address) ?? this.read(place);
    this.#known.set(address, known);
    return known;
  }

  private read(place: Place): { digest: string; next: readonly Place[]; isOpen: boolean } {
    const next: Place[] = [];
    let isOpen = false;
    for (const reference of referencesIn(place.value)) {
      const reading = resolveReference(this.documents, place, reference);
      if (reading.kind === 'place') next.push(reading.place);
      else isOpen = true;
    }
    return { digest: digest(place.value), next, isOpen };
  }
}

/**
 * A path item without its operations. Its other members, such as parameters and servers, apply to each of its
 * operations.
 */
function withoutMethods(item: Place): Place {
  const members = isJsonObject(item.value) ? Object.entries(item.value) : [];
  return { ...item, value: Object.fromEntries(members.filter(([key]) => !METHODS.includes(key))) };
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef', 'operationRef']);

/**
 * All references in a value. A string in an example that looks like a reference is included too: an operation may then
 * get too many parts, but never too few.
 */
function referencesIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member === 'string') return REFERENCES.has(key) ? [member] : [];
    return [...(key === 'discriminator' ? mappedSchemas(member) : []), ...referencesIn(member)];
  });
}

/**
 * The schemas in the `mapping` of a discriminator. Each is the name of a schema or a reference (OpenAPI 3.1 §4.8.25).
 */
function mappedSchemas(discriminator: Json): readonly string[] {
  const mapping = ownValue(discriminator, 'mapping');
  const targets = isJsonObject(mapping) ? Object.values(mapping).filter((target) => typeof target === 'string') : [];
  return targets.map((target) => (/[#/.]/.test(target) ? target : `#/components/schemas/${target}`));
}

function digest(value: Json): string {
  return sha256(canonicalJson(value)).slice(0, 32);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
