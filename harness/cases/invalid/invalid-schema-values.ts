import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { SchemaSource, SchemaViolation } from '../../../contract/contract.js';
import type { Json } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { BoundaryValues } from '../boundary/boundary-values.js';
import { distinct, interleaved } from '../../../contract/json/interleaved.js';
import { mutations } from './invalid-values.js';
import { Materials } from './materials.js';
import { Random } from '../scalars/random.js';
import type { ValueSource } from '../values/value-source.js';

/** A value that a schema rejects, with the constraint that the value violates. */
export interface InvalidValue {
  readonly value: Json;
  /** The violated constraint. `pointer` leads to the place in the value, and `schema` to the violated keyword. */
  readonly violation: SchemaViolation;
}

/** The maximum numbers of mutations that are examined: of one start value, and for each requested value. */
const TRIES_OF_START = 1500;
const TRIES_EACH = 200;
/** The search ends after this number of consecutive start values that give no new invalid value. */
const MAX_FRUITLESS = 16;
/** The number of valid boundary values that are mutated before the random values. */
const EDGES = 40;

/** Start values for a schema if no valid values or too few violations were found. */
const ARBITRARY_VALUES: readonly Json[] = [null, true, 1, 'text', [], {}, 0.5, [1, 'a'], { a: 1 }];
const RANDOM_VALUES = 50;

/**
 * Up to `limit` distinct invalid values. Each value has one violation and is as similar as possible to a valid value.
 * The violated keywords take turns. If no keyword can be violated by itself, a value violates several keywords at the
 * same place. Equal seeds give equal values.
 */
export function invalidSchemaValues(
  schemas: SchemaSource,
  source: ValueSource,
  uri: SchemaUri,
  seed: number,
  limit: number,
): readonly InvalidValue[] {
  const boundary = new BoundaryValues(source);
  const materials = new Materials(schemas, source, boundary, undefined);
  const search = new Search(schemas, uri, limit);
  const edges = boundary.of(source.node(uri)).filter((value) => schemas.accepts(uri, value));
  for (const edge of edges.slice(0, EDGES)) search.from(edge, materials);
  for (let index = 0; !search.isDone; index += 1) {
    const random = Random.of('invalid', seed, index);
    const start =
      source.valid(uri, random, (value) => schemas.accepts(uri, value)) ?? edges[index % Math.max(1, edges.length)];
    if (start === undefined) break;
    search.from(start, materials.with(random));
  }
  search.fromArbitrary(ARBITRARY_VALUES, materials);
  for (let index = 0; !search.isFull && index < RANDOM_VALUES; index += 1) {
    const random = Random.of('stray', seed, index);
    search.fromArbitrary([source.anything(random) ?? null], materials.with(random));
  }
  return search.found();
}

/**
 * The maximum number of mutations among which the search chooses at random. Several are needed, because a chosen
 * mutation may violate no constraint or several constraints.
 */
const MUTATIONS_OF_DRAW = 400;
const DRAWS = 24;

/** An invalid value with one violation, derived from one valid value. `undefined` if none was found. */
export function drawnBroken(
  materials: Materials,
  uri: SchemaUri,
  start: Json,
  random: Random,
): InvalidValue | undefined {
  const byKeyword = new Map<string, Json[]>();
  let left = MUTATIONS_OF_DRAW;
  for (const { keyword, value } of mutations(materials, uri, start)) {
    if ((left -= 1) < 0) break;
    const values = byKeyword.get(keyword);
    if (values === undefined) byKeyword.set(keyword, [value]);
    else values.push(value);
  }
  const keywords = [...byKeyword.values()];
  const search = new Search(materials.schemas, uri, 1);
  for (let draw = 0; draw < DRAWS && keywords.length > 0 && !search.isFull; draw += 1)
    search.judge(random.pick(random.pick(keywords)));
  return search.found()[0];
}

class Search {
  private readonly exact = new Map<string, InvalidValue[]>();
  /**
   * Values that violate several keywords at the same place. They are used only if no keyword can be violated by itself.
   */
  private readonly mixed = new Map<string, InvalidValue[]>();
  private readonly known = new Set<string>();
  private tries: number;
  private count = 0;
  private fruitless = 0;

  constructor(
    private readonly schemas: SchemaSource,
    private readonly uri: SchemaUri,
    private readonly limit: number,
  ) {
    this.tries = limit * TRIES_EACH;
  }

  get isDone(): boolean {
    return this.isFull || this.tries <= 0 || this.fruitless > MAX_FRUITLESS;
  }

  get isFull(): boolean {
    return this.count >= this.limit;
  }

  found(): readonly InvalidValue[] {
    const values = this.exact.size > 0 ? this.exact : this.mixed;
    return distinct(interleaved([...values.values()]), this.limit);
  }

  from(start: Json, materials: Materials): void {
    const before = this.known.size;
    this.judge(start);
    let left = TRIES_OF_START;
    for (const { value } of mutations(materials, this.uri, start)) {
      if ((left -= 1) < 0) break;
      this.judge(value);
    }
    this.fruitless = this.known.size > before ? 0 : this.fruitless + 1;
  }

  /** Examines arbitrary values, which may be valid or invalid, and mutations of these values. */
  fromArbitrary(values: readonly Json[], materials: Materials): void {
    for (const value of values) if (!this.isFull) this.from(value, materials);
  }

  judge(value: Json): void {
    this.tries -= 1;
    if (this.schemas.accepts(this.uri, value)) return;
    const key = canonicalJson(value);
    if (this.known.has(key)) return;
    const [violation, ...others] = this.schemas.validate(this.uri, value);
    if (violation === undefined || others.some(({ pointer }) => pointer !== violation.pointer)) return;
    this.known.add(key);
    const isExact = others.every(({ keyword }) => keyword === violation.keyword);
    const place = `${violation.schema} ${violation.pointer}`;
    const places = isExact ? this.exact : this.mixed;
    const values = places.get(place);
    if (values === undefined) places.set(place, [{ value, violation }]);
    else values.push({ value, violation });
    if (isExact) this.count += 1;
  }
}
