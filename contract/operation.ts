import type { Json } from './json/json.js';
import type { SourceLocation } from './json/source-location.js';

/** The `operationId`: the one noun that every surface of a service shares. */
export type OperationId = string & { readonly __brand: 'OperationId' };

/** An absolute schema address, `<document uri>#<JSON pointer>`; `Contract.schemas` resolves and compiles it. */
export type SchemaUri = string & { readonly __brand: 'SchemaUri' };

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
export type ParameterIn = 'path' | 'query' | 'header' | 'cookie';
export type ParameterStyle = 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/** One OpenAPI operation, everything inherited from its path item included, `$ref`s of parameters, bodies and responses followed. */
export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** As written, `/items/{item_id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** Alternatives; each names the schemes that must all be met. Empty: none is needed. */
  readonly security: readonly SecurityRequirement[];
  readonly deprecated?: true;
  readonly tool?: NamedExtension;
  readonly command?: NamedExtension;
  /** Name of the human gate that guards the operation on surfaces that have gates. */
  readonly gate?: string;
  readonly location: SourceLocation;
}

/** `x-<prefix>-mcp-tool` or `x-<prefix>-cli`: what the operation is called there. */
export interface NamedExtension {
  readonly name: string;
  readonly description: string;
  readonly location: SourceLocation;
}

export interface Parameter {
  readonly name: string;
  readonly in: ParameterIn;
  readonly required: boolean;
  readonly description: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly schema: SchemaUri;
  /** Set for a parameter with `content`: its one media type; `style` does not apply then. */
  readonly contentType?: string;
  readonly examples: readonly NamedExample[];
  readonly location: SourceLocation;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaContent[];
  readonly location: SourceLocation;
}

export interface MediaContent {
  /** As written, lower-cased, parameters kept: `application/json`. */
  readonly mediaType: string;
  readonly schema?: SchemaUri;
  readonly examples: readonly NamedExample[];
  /** Of `text/event-stream`: what its events are, as far as the vendor extensions say. */
  readonly stream?: StreamSpec;
  /** How properties of a form are written, by name; absent where all are written by default. */
  readonly encoding?: ReadonlyMap<string, PropertyEncoding>;
}

export interface StreamSpec {
  /** `x-<prefix>-event`: schema of `{id, event, data}`, each a text, as an event is dispatched. */
  readonly event?: SchemaUri;
  /** `x-<prefix>-terminal-events`: the types that end a stream, exactly one of them in each. */
  readonly terminal: readonly string[];
}

/** A Link Object (OpenAPI 3.1 §4.8.20): where a response's values are taken by another operation. */
export interface LinkSpec {
  /** As written; whether there is such an operation is for whoever follows the link. */
  readonly operation: string;
  /** Parameter, perhaps qualified by its location (`path.run_id`) → runtime expression (`$response.body#/run_id`). */
  readonly parameters: ReadonlyMap<string, string>;
}

/** OpenAPI 3.1 §4.8.15 (Encoding Object), and what the property's schema says of bytes. */
export interface PropertyEncoding {
  /** The first of those that are allowed, in lower case, without wildcards. Not set where there is a `style`. */
  readonly contentType?: string;
  /** Set where one of `style`, `explode` and `allowReserved` is written; then no content type counts. */
  readonly style?: Pick<Parameter, 'style' | 'explode' | 'allowReserved'>;
  /** The string stands for bytes, one for each of its characters up to U+00FF. */
  readonly isBinary?: boolean;
  /** Headers of the part that have one known value. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Why no part can be written: a required header whose value nobody knows. */
  readonly fault?: string;
}

export interface ResponseSpec {
  /** `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly HeaderSpec[];
  readonly content: readonly MediaContent[];
  /** Those that name their operation by its id. */
  readonly links: readonly LinkSpec[];
  readonly location: SourceLocation;
}

export interface HeaderSpec {
  readonly name: string;
  readonly required: boolean;
  readonly schema?: SchemaUri;
}

export interface NamedExample {
  readonly name: string;
  readonly value: Json;
  readonly location: SourceLocation;
}

/** Scheme name → what it is. Only what a caller must send is kept. */
export type SecurityRequirement = readonly SecurityScheme[];

export type SecurityScheme =
  | { readonly kind: 'http'; readonly name: string; readonly scheme: string }
  | { readonly kind: 'apiKey'; readonly name: string; readonly in: 'query' | 'header' | 'cookie'; readonly parameter: string }
  | { readonly kind: 'other'; readonly name: string; readonly type: string };
