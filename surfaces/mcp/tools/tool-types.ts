/**
 * The types at the start of every generated `tools.ts`. They are not imported, so that the file needs no other file.
 */
export const TOOL_TYPES = `export interface Service {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** Names of the environment variables with the URL of the service and the token to send. */
export interface Environment {
  readonly baseUrl: string;
  readonly token: string;
}

export interface Tool {
  /** The \`operationId\`. */
  readonly operation: string;
  /** The definition of the tool as \`tools/list\` returns it. */
  readonly definition: ToolDefinition;
  /**
   * \`object\`: the structured content is the value of a success. \`wrapped\`: its member \`result\` is the value.
   * \`none\`: the value is only text.
   */
  readonly output: 'object' | 'wrapped' | 'none';
  readonly call: HttpCall;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly title?: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** A self-contained JSON Schema 2020-12. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** The HTTP request that a call of the tool sends. */
export interface HttpCall {
  readonly method: string;
  /** The path, with \`{name}\` in place of each path parameter. */
  readonly path: string;
  readonly parameters: readonly Placement[];
  readonly body?: { readonly argument: string; readonly mediaType: string };
  /** The place of the token, and the authentication scheme before the token. */
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
}

/** The place of one argument. It has either \`style\` or \`contentType\` (OpenAPI 3.1, Parameter Object). */
export interface Placement {
  readonly argument: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style?: 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode?: boolean;
  readonly contentType?: string;
  readonly allowReserved?: boolean;
}
`;

/** An additional member of `HttpCall`, if some operations of the contract have their own servers. */
export const BASE_URLS = `/** Environment variables with the URLs of the operation's own servers. The first variable that is set is used. */
  readonly baseUrls?: readonly string[];
  `;
