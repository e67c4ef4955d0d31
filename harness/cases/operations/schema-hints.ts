import { operationArguments } from '../../../contract/arguments.js';
import type { Json } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import type { ValueSources } from './argument-values.js';
import { argumentSchema } from '../../../contract/inputs/input-violations.js';
import type { BoundaryValues } from '../boundary/boundary-values.js';
import type { PlaceHints } from '../shrinking/place-hints.js';
import type { SchemaNode } from '../nodes/schema-node.js';
import { distinct } from '../../../contract/json/interleaved.js';

/** The maximum number of branches that are examined for one place in an input. Realistic contracts have fewer. */
const MAX_NODES = 16;

/**
 * Minimal strings for formats. The shortest possible strings would be unfamiliar to a reader. Many services refuse
 * email addresses whose top-level domain has one letter, because no such domain exists.
 */
const MINIMAL_TEXTS: Readonly<Record<string, readonly string[]>> = {
  date: ['2000-01-01'],
  'date-time': ['2000-01-01T00:00:00Z'],
  time: ['00:00:00Z'],
  duration: ['P1D'],
  uuid: ['00000000-0000-0000-0000-000000000000'],
  email: ['a@a.aa', 'a@a.example'],
  'idn-email': ['a@a.aa', 'a@a.example'],
  uri: ['https://a.a/'],
  url: ['https://a.a/'],
  iri: ['https://a.a/'],
  'uri-reference': ['/a'],
  'iri-reference': ['/a'],
  hostname: ['a.a'],
  'idn-hostname': ['a.a'],
  ipv4: ['127.0.0.1'],
  ipv6: ['::1'],
  'json-pointer': ['/a'],
  byte: ['YQ=='],
};

/**
 * The hints that the contract gives for shrinking an input, as a tree: the first level of names are the locations of
 * parameters (`path`, `query`), and the second level their names.
 */
export function inputHints(sources: ValueSources, operation: Operation, mediaType: string | undefined): PlaceHints {
  const places = new Map<string, PlaceHints>();
  const members = new Map<string, Map<string, PlaceHints>>();
  for (const argument of operationArguments(operation)) {
    const schema = argumentSchema(operation, argument, mediaType);
    const place = schema === undefined ? NOTHING_STATED : new SchemaHints(sources, [sources.source.node(schema)]);
    if (argument.parameter === undefined) places.set('body', place);
    else
      members.set(
        argument.in,
        (members.get(argument.in) ?? new Map<string, PlaceHints>()).set(argument.parameter.name, place),
      );
  }
  for (const [location, parameters] of members) places.set(location, declaring(parameters));
  return declaring(places);
}

/**
 * The hints that a schema gives for shrinking a value, such as the values of `enum` and the names of declared members.
 */
export function schemaHints(boundary: BoundaryValues, node: SchemaNode): PlaceHints {
  return new SchemaHints({ boundary }, [node]);
}

/** Hints for an object that has only the given members. */
function declaring(members: ReadonlyMap<string, PlaceHints>): PlaceHints {
  return { ...NOTHING_STATED, declares: () => true, member: (name) => members.get(name) ?? NOTHING_STATED };
}

export const NOTHING_STATED: PlaceHints = {
  listed: [],
  alternatives: [],
  texts: [],
  declares: () => false,
  member: () => NOTHING_STATED,
  item: () => NOTHING_STATED,
};

type Sources = Pick<ValueSources, 'boundary'>;

class SchemaHints implements PlaceHints {
  private readonly nodes: readonly SchemaNode[];
  private readonly below = new Map<string | number, PlaceHints>();
  private readonly cached: { listed?: readonly Json[]; texts?: readonly string[]; alternatives?: readonly Json[] } = {};

  constructor(
    private readonly sources: Sources,
    nodes: readonly SchemaNode[],
  ) {
    this.nodes = settled(nodes);
  }

  get listed(): readonly Json[] {
    this.cached.listed ??= listedIn(this.nodes);
    return this.cached.listed;
  }

  get texts(): readonly string[] {
    this.cached.texts ??= minimalTexts(this.nodes);
    return this.cached.texts;
  }

  get alternatives(): readonly Json[] {
    this.cached.alternatives ??= this.nodes.length < 2 ? [] : this.minimalValues();
    return this.cached.alternatives;
  }

  private minimalValues(): readonly Json[] {
    return distinct(this.nodes.flatMap((node) => this.sources.boundary.of(node).slice(0, 1))).filter(
      (value) => value !== null,
    );
  }

  declares(name: string): boolean {
    return this.nodes.some(({ constraints }) => constraints.properties.has(name) || constraints.required.has(name));
  }

  member(name: string): PlaceHints {
    return this.child(`.${name}`, (node) => node.member(name), 'object');
  }

  item(index: number): PlaceHints {
    return this.child(index, (node) => node.item(index), 'array');
  }

  private child(key: string | number, below: (node: SchemaNode) => SchemaNode, type: 'object' | 'array'): PlaceHints {
    let place = this.below.get(key);
    if (place === undefined) {
      const nodes = this.nodes.filter(({ types }) => types.includes(type)).map(below);
      place = nodes.length === 0 ? NOTHING_STATED : new SchemaHints(this.sources, nodes.slice(0, MAX_NODES));
      this.below.set(key, place);
    }
    return place;
  }
}

/** The maximum number of `enum` members that shrinking may prefer. */
const MAX_LISTED = 256;

/** The values of `enum` and `const`. Defaults come first, because a reader expects them. */
function listedIn(nodes: readonly SchemaNode[]): readonly Json[] {
  const values = nodes.flatMap(({ candidates }) => candidates ?? []);
  const defaults = nodes.flatMap(({ constraints }) => constraints.defaults);
  return distinct([...defaults.filter((value) => values.includes(value)), ...values], MAX_LISTED);
}

function minimalTexts(nodes: readonly SchemaNode[]): readonly string[] {
  const formats = new Set(nodes.flatMap(({ constraints }) => constraints.formats));
  return [...formats].flatMap((format) => (Object.hasOwn(MINIMAL_TEXTS, format) ? (MINIMAL_TEXTS[format] ?? []) : []));
}

/**
 * Replaces nodes that still have `oneOf` or `anyOf`: returns one node for each combination of branches, with one branch
 * from each group. Nodes without values are omitted.
 */
function settled(nodes: readonly SchemaNode[]): readonly SchemaNode[] {
  const found = new Set<SchemaNode>();
  const pending = nodes.toReversed();
  for (let next = pending.pop(); next !== undefined && found.size < MAX_NODES; next = pending.pop()) {
    if (next.constraints.never || !Number.isFinite(next.nesting)) continue;
    if (next.isSettled) found.add(next);
    else pending.push(...next.branches.toReversed().slice(-MAX_NODES));
  }
  return [...found];
}
