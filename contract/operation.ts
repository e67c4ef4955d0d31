import type { Json } from './json/json.js';
import type { SourceLocation } from './json/source-location.js';

/** The `operationId` of an operation, by which it is known on every surface of a service. */
export type OperationId = string & { readonly __brand: 'OperationId' };

/**
 * The absolute address of a schema: `<document uri>#<JSON pointer>`. `Contract.schemas` finds the schema at an address.
 */
export type SchemaUri = string & { readonly __brand: 'SchemaUri' };

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
export type ParameterIn = 'path' | 'query' | 'header' | 'cookie';
export type ParameterStyle = 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/**
 * One OpenAPI operation, including the parts that it inherits from its path item. References to parameters, bodies and
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
  /**
   * The security requirements. Each is an alternative, whose schemes must all be satisfied. Empty if no credentials are
   * needed.
   */
  readonly security: readonly SecurityRequirement[];
  /**
   * The URLs of the servers that offer the operation, as alternatives (see `serverUrls`). Set only if they differ from
   * the servers of the description.
   */
  readonly servers?: readonly string[];
  readonly deprecated?: true;
  readonly tool?: NamedExtension;
  readonly command?: NamedExtension;
  /** Name of the gate of the operation, if it has one. On surfaces with gates, a person must approve each call. */
  readonly gate?: string;
  readonly repeat?: RepeatSpec;
  readonly location: SourceLocation;
}

/** The vendor extension `x-<prefix>-repeat`, which states what happens if a call is repeated. */
export interface RepeatSpec {
  /**
   * The place of the idempotency key. If a request is repeated with the same key, the service returns its first reply
   * again.
   */
  readonly key?: RepeatKey;
  /** The status with which the service refuses a request that has the key of an earlier, different request. */
  readonly conflict?: number;
  /** Set if equal requests have equal replies. Only an idempotency key in the reply may differ. */
  readonly deterministic?: true;
}

/** The place of an idempotency key: a header, or a member of a JSON body. */
export interface RepeatKey {
  readonly in: 'header' | 'body';
  readonly name: string;
}

/** The name of the operation on a surface, by `x-<prefix>-mcp-tool` or `x-<prefix>-cli`. */
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
  /** The media type of a parameter that is described by `content`. If set, `style` does not apply. */
  readonly contentType?: string;
  readonly examples: readonly NamedExample[];
  /**
   * Set by the extension `x-<prefix>-issued`: the service accepts only values that it has returned before, such as
   * cursors.
   */
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
  /** The media type, in lower case and with its parameters: `text/plain; charset=utf-8`. */
  readonly mediaType: string;
  readonly schema?: SchemaUri;
  readonly examples: readonly NamedExample[];
  /** The events of a stream with the type `text/event-stream`, as the vendor extensions describe them. */
  readonly stream?: StreamSpec;
  /**
   * Maps the name of a property of a form to how the property is written. Omitted if all properties have the default
   * encoding.
   */
  readonly encoding?: ReadonlyMap<string, PropertyEncoding>;
  /** Functions that read and write the values of an XML body. Set only if the schema describes more than a string. */
  readonly xml?: XmlCodec;
}

export interface XmlCodec {
  /**
   * Writes the value as an XML document, in `text`. If the value cannot be written, the result is a string with the
   * reason.
   */
  write(value: Json): { readonly text: string } | string;
  /** The value of an XML document; `undefined` if `text` is not an XML document of the schema. */
  read(text: string): Json | undefined;
}

export interface StreamSpec {
  /**
   * The schema of an event, by `x-<prefix>-event`. An event is an object `{id, event, data}`, whose members are
   * strings.
   */
  readonly event?: SchemaUri;
  /**
   * The event types of `x-<prefix>-terminal-events`. Every stream contains exactly one event of these types, and ends
   * with it.
   */
  readonly terminal: readonly string[];
  /**
   * `x-<prefix>-event-order`: for each event type, the types of the events that may follow it. A stream starts with a
   * type that follows no other type.
   */
  readonly order?: ReadonlyMap<string, readonly string[]>;
}

/** A Link Object (OpenAPI 3.1 §4.8.20), which passes values of a response to another operation. */
export interface LinkSpec {
  /** The operationId of the target operation, as the link states it. The contract may have no such operation. */
  readonly operation: string;
  /**
   * Maps the name of a parameter of the target operation (`run_id`, or with its location `path.run_id`) to the runtime
   * expression for its value (`$response.body#/run_id`).
   */
  readonly parameters: ReadonlyMap<string, string>;
}

/** An Encoding Object (OpenAPI 3.1 §4.8.15). It also states whether the schema of the property describes bytes. */
export interface PropertyEncoding {
  /** The first allowed media type, in lower case, without wildcards. Not set if there is a `style`. */
  readonly contentType?: string;
  /** Set if the contract states `style`, `explode` or `allowReserved`; the content type is then ignored. */
  readonly style?: Pick<Parameter, 'style' | 'explode' | 'allowReserved'>;
  /** Set if the property is a string that represents bytes: one byte for each character up to U+00FF. */
  readonly isBinary?: boolean;
  /** Set if the string is already encoded, as the `contentEncoding` of its schema states. */
  readonly isEncoded?: boolean;
  /**
   * Headers of the part. The value of each header is the one that the contract states, as a constant, an example or a
   * default.
   */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The reason why the part cannot be sent: the value of a required header is unknown. */
  readonly fault?: string;
}

export interface ResponseSpec {
  /** The status as the contract states it: `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly HeaderSpec[];
  readonly content: readonly MediaContent[];
  /** The links of the response that state their target operation by its operationId. */
  readonly links: readonly LinkSpec[];
  readonly location: SourceLocation;
}

export interface HeaderSpec {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: SchemaUri;
}

export interface NamedExample {
  readonly name: string;
  readonly value: Json;
  readonly location: SourceLocation;
}

/** The security schemes of one alternative. A caller must send the credentials of all of them. */
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
