import type { Json } from './json/json.js';
import type { SourceLocation } from './json/source-location.js';

/** The `operationId`: the name of an operation on every surface of a service. */
export type OperationId = string & { readonly __brand: 'OperationId' };

/** An absolute schema address, `<document uri>#<JSON pointer>`; `Contract.schemas` resolves and compiles it. */
export type SchemaUri = string & { readonly __brand: 'SchemaUri' };

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
export type ParameterIn = 'path' | 'query' | 'header' | 'cookie';
export type ParameterStyle = 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/**
 * One OpenAPI operation, with everything that it inherits from its path item. References of parameters, bodies and
 * responses are resolved.
 */
export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** The path as written: `/items/{item_id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** Alternatives; each lists the schemes that must all be satisfied. Empty if no credentials are needed. */
  readonly security: readonly SecurityRequirement[];
  /**
   * The URLs of the servers that offer the operation (alternatives; see `serverUrls`). Set only if they differ from the
   * servers of the description.
   */
  readonly servers?: readonly string[];
  readonly deprecated?: true;
  readonly tool?: NamedExtension;
  readonly command?: NamedExtension;
  /** Name of the human approval gate that guards the operation on surfaces with gates. */
  readonly gate?: string;
  readonly repeat?: RepeatSpec;
  readonly location: SourceLocation;
}

/** `x-<prefix>-repeat`: the effect of repeating a call. */
export interface RepeatSpec {
  /** The idempotency key. An equal request with a key that was used before gets the first reply again. */
  readonly key?: RepeatKey;
  /** The status of the reply to a different request with a key that was used before. */
  readonly conflict?: number;
  /** Equal requests have equal results, except for the key that a result may contain. */
  readonly deterministic?: true;
}

/** A header, or a member of a JSON body. */
export interface RepeatKey {
  readonly in: 'header' | 'body';
  readonly name: string;
}

/** The name of the operation in `x-<prefix>-mcp-tool` or `x-<prefix>-cli`. */
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
  /** Set for a parameter with `content`: its only media type. `style` does not apply then. */
  readonly contentType?: string;
  readonly examples: readonly NamedExample[];
  /** `x-<prefix>-issued`: only values that the service returned before are valid; any other value is invalid input. */
  readonly issued?: true;
  readonly location: SourceLocation;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaContent[];
  /** `x-<prefix>-max-body-bytes`: the size of the largest body that the service accepts. */
  readonly maxBytes?: number;
  readonly location: SourceLocation;
}

export interface MediaContent {
  /** The media type as written, in lower case and with its parameters: `application/json`. */
  readonly mediaType: string;
  readonly schema?: SchemaUri;
  readonly examples: readonly NamedExample[];
  /** For `text/event-stream`: the events that the vendor extensions describe. */
  readonly stream?: StreamSpec;
  /** How the properties of a form are serialised, by name; absent if all have the default encoding. */
  readonly encoding?: ReadonlyMap<string, PropertyEncoding>;
  /** For XML whose schema describes values: functions that write a value as XML, and read a value from XML. */
  readonly xml?: XmlCodec;
}

export interface XmlCodec {
  /** The document as `text`, or a string with the reason why the value cannot be written. */
  write(value: Json): { readonly text: string } | string;
  /** `undefined` if the text is not an XML document of the schema. */
  read(text: string): Json | undefined;
}

export interface StreamSpec {
  /** `x-<prefix>-event`: schema of a dispatched event `{id, event, data}`, whose members are texts. */
  readonly event?: SchemaUri;
  /** `x-<prefix>-terminal-events`: the event types that end a stream. Each stream has exactly one of them. */
  readonly terminal: readonly string[];
  /**
   * `x-<prefix>-event-order`: for an event type, the types of the events that may follow it. A type that follows no
   * type starts the stream.
   */
  readonly order?: ReadonlyMap<string, readonly string[]>;
}

/** A Link Object (OpenAPI 3.1 §4.8.20): passes values of a response to another operation. */
export interface LinkSpec {
  /** As written in the contract. The operation need not exist, so the caller that follows the link checks it. */
  readonly operation: string;
  /**
   * Parameter, optionally qualified by its location (`path.run_id`) → runtime expression (`$response.body#/run_id`).
   */
  readonly parameters: ReadonlyMap<string, string>;
}

/** An Encoding Object (OpenAPI 3.1 §4.8.15), and whether the schema of the property describes bytes. */
export interface PropertyEncoding {
  /** The first allowed media type, in lower case, without wildcards. Not set if there is a `style`. */
  readonly contentType?: string;
  /** Set if `style`, `explode` or `allowReserved` is written; the content type is then ignored. */
  readonly style?: Pick<Parameter, 'style' | 'explode' | 'allowReserved'>;
  /** The string represents bytes, one for each of its characters up to U+00FF. */
  readonly isBinary?: boolean;
  /** The string is already encoded, by the `contentEncoding` of its schema. */
  readonly isEncoded?: boolean;
  /** Headers of the part that have only one possible value. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Why the part cannot be sent: it has a required header with an unknown value. */
  readonly fault?: string;
}

export interface ResponseSpec {
  /** `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly HeaderSpec[];
  readonly content: readonly MediaContent[];
  /** The links that name their operation by its id. */
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

/** The schemes of one alternative, each with the credential that a caller must send. */
export type SecurityRequirement = readonly SecurityScheme[];

export type SecurityScheme =
  | { readonly kind: 'http'; readonly name: string; readonly scheme: string }
  | {
      readonly kind: 'apiKey';
      readonly name: string;
      readonly in: 'query' | 'header' | 'cookie';
      readonly parameter: string;
    }
  | { readonly kind: 'other'; readonly name: string; readonly type: string };
