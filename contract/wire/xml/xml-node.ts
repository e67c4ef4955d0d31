import type { SchemaSource } from '../../contract.js';
import { isJsonObject, type Json, type JsonObject, ownValue } from '../../json/json.js';
import type { SchemaUri } from '../../operation.js';
import { itemSchemas, memberSchemas, schemasInPlace, typesUnder } from '../decode-value.js';

/** How a value is written as XML, by the XML Object of its schema (OpenAPI 3.1 §4.8.26). */
export interface XmlForm {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute: boolean;
  readonly wrapped: boolean;
}

/** A part of an XML document: the schemas that apply to its value, and how it is written as XML. */
export class XmlNode {
  readonly #schemas: SchemaSource;
  readonly #uris: readonly SchemaUri[];
  readonly form: XmlForm;
  /** The name of the component schema that describes the value. */
  readonly component: string | undefined;
  #members: ReadonlyMap<string, XmlNode> | undefined;

  constructor(schemas: SchemaSource, uris: readonly SchemaUri[]) {
    this.#schemas = schemas;
    // Duplicates are removed. If a schema refers to itself several times, they would multiply at each level.
    this.#uris = [...new Set(uris)];
    const chain = uris.flatMap((uri) => [...namingChain(schemas, uri)]);
    this.form = formOf(chain.map(([, schema]) => schema));
    this.component = chain
      .map(([uri]) => /#\/components\/schemas\/([^/]+)$/.exec(uri)?.[1])
      .find((name) => name !== undefined);
  }

  /**
   * A text that identifies a node by its schemas: nodes with the same schemas have equal texts. Empty if no schema
   * applies.
   */
  get key(): string {
    return this.#uris.join(' ');
  }

  get types(): ReadonlySet<string> {
    return typesUnder(this.#schemas, this.#uris);
  }

  /** The properties that the schemas name, each with its node. */
  get members(): ReadonlyMap<string, XmlNode> {
    this.#members ??= new Map(this.#names().map((name) => [name, this.member(name)]));
    return this.#members;
  }

  member(name: string): XmlNode {
    return new XmlNode(this.#schemas, memberSchemas(this.#schemas, this.#uris, name));
  }

  get items(): XmlNode {
    return new XmlNode(this.#schemas, itemSchemas(this.#schemas, this.#uris, 0));
  }

  #names(): readonly string[] {
    const applied = this.#uris.flatMap((uri) => [...schemasInPlace(this.#schemas, uri).values()]);
    return [...new Set(applied.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])))];
  }
}

/**
 * The schemas from which the XML name of a value may be taken. They are its own schema, the targets of references, and
 * the only branch that allows more than null. If several branches allow more than null, none of them is used.
 */
function* namingChain(schemas: SchemaSource, from: SchemaUri): Generator<readonly [SchemaUri, JsonObject]> {
  const seen = new Set<SchemaUri>();
  for (let uri: SchemaUri | undefined = from; uri !== undefined && !seen.has(uri);) {
    seen.add(uri);
    const schema = schemas.at(uri);
    if (!isJsonObject(schema)) return;
    yield [uri, schema];
    uri = nextName(schemas, uri, schema);
  }
}

function nextName(schemas: SchemaSource, uri: SchemaUri, schema: JsonObject): SchemaUri | undefined {
  const reference = ownValue(schema, '$ref');
  if (typeof reference === 'string') return schemas.resolve(uri, reference);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = ownValue(schema, keyword);
    if (!Array.isArray(branches)) continue;
    const named = (branches as readonly Json[]).flatMap((branch, index) =>
      ownValue(branch, 'type') === 'null' ? [] : [index],
    );
    return named.length === 1 ? schemas.child(uri, keyword, named[0] ?? 0) : undefined;
  }
  return undefined;
}

function formOf(chain: readonly JsonObject[]): XmlForm {
  const stated = chain.map((schema) => ownValue(schema, 'xml'));
  const first = (key: string): Json | undefined =>
    stated.map((xml) => ownValue(xml, key)).find((value) => value !== undefined);
  const [name, prefix, namespace] = ['name', 'prefix', 'namespace'].map(first);
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof prefix === 'string' && { prefix }),
    ...(typeof namespace === 'string' && { namespace }),
    attribute: first('attribute') === true,
    wrapped: first('wrapped') === true,
  };
}
