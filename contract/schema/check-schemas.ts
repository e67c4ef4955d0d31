import { isJsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { patternFault } from '../patterns/pattern-matcher.js';
import type { FaultLog } from '../document/fault-log.js';
import { childPlace, entryPlaces, itemPlaces, type Place, placeLocation, placeUri, textAt } from '../document/place.js';
import { type InPlaceGraph, reportEndlessSchemas } from './cycles.js';
import { checkDialect } from './dialect.js';
import { isInPlace, schemaShape } from './keywords.js';
import { isSchema, type SchemaReferences } from './references.js';
import { checkKeywordShape } from './shapes.js';

/**
 * Reports faults of the schemas at `roots`, and of all schemas to which they refer. The faults are keywords with a
 * value of the wrong shape, references that do not resolve, patterns that do not compile, and schemas that apply
 * themselves to the same value without end.
 */
export function checkSchemas(references: SchemaReferences, roots: Iterable<SchemaUri>, faults: FaultLog): void {
  const check = new SchemaCheck(references, faults);
  for (const root of roots) {
    const place = references.place(root);
    if (place !== undefined) check.run(place);
  }
  reportEndlessSchemas(check.graph, faults);
}

class SchemaCheck {
  readonly graph: InPlaceGraph = new Map();
  readonly #references: SchemaReferences;
  readonly #faults: FaultLog;
  readonly #seen = new Set<SchemaUri>();
  readonly #pending: Place[] = [];

  constructor(references: SchemaReferences, faults: FaultLog) {
    this.#references = references;
    this.#faults = faults;
  }

  run(root: Place): void {
    this.#pending.push(root);
    for (let place = this.#pending.pop(); place !== undefined; place = this.#pending.pop()) this.#visit(place);
  }

  #visit(place: Place): void {
    const uri = placeUri(place);
    if (this.#seen.has(uri) || !isJsonObject(place.value)) return;
    this.#seen.add(uri);
    const edges: { readonly to: SchemaUri; readonly at: Place }[] = [];
    this.graph.set(uri, edges);
    checkDialect(place, '$schema', this.#faults);
    for (const reference of ['$ref', '$dynamicRef']) this.#checkReference(place, reference, edges);
    this.#checkPatterns(place);
    for (const [keyword, value] of entryPlaces(place)) {
      checkKeywordShape(keyword, value, this.#faults);
      for (const child of subschemas(keyword, value)) {
        if (isInPlace(keyword)) edges.push({ to: placeUri(child), at: child });
        this.#visit(child);
      }
    }
  }

  #checkReference(place: Place, keyword: string, edges: { readonly to: SchemaUri; readonly at: Place }[]): void {
    const reference = textAt(place, keyword);
    if (reference === undefined) return;
    const reading = this.#references.resolve(place, reference);
    if (reading.kind === 'faults') {
      this.#faults.addAll(reading.faults);
      return;
    }
    edges.push({ to: placeUri(reading.place), at: childPlace(place, keyword) ?? place });
    this.#pending.push(reading.place);
  }

  #checkPatterns(place: Place): void {
    const pattern = textAt(place, 'pattern');
    if (pattern !== undefined) this.#checkPattern(pattern, childPlace(place, 'pattern') ?? place);
    for (const [name, child] of entryPlaces(childPlace(place, 'patternProperties'))) this.#checkPattern(name, child);
  }

  /** Checks that a pattern compiles as ECMA-262 with the `u` flag, the dialect of JSON Schema (Core §6.4). */
  #checkPattern(pattern: string, place: Place): void {
    const reason = patternFault(pattern);
    if (reason === undefined) return;
    this.#faults.add(
      placeLocation(place),
      'schema-pattern',
      `the pattern does not compile: ${reason}`,
      'Write an ECMAScript regular expression that is valid with the u flag, and escape only characters with a special meaning.',
    );
  }
}

function subschemas(keyword: string, value: Place): readonly Place[] {
  const shape = schemaShape(keyword);
  if (shape === 'schema') return isSchema(value.value) ? [value] : [];
  if (shape === 'list') return itemPlaces(value);
  return shape === 'map' ? entryPlaces(value).map(([, child]) => child) : [];
}
