/** The types at the start of every generated `tools.ts`. They are included in it, so that the file needs no imports. */
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
  /** As \`tools/list\` returns it. */
  readonly definition: ToolDefinition;
  /**
   * \`object\`: a success is the structured content itself; \`wrapped\`: it is its member \`result\`; \`none\`: text
   * only.
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

/** A JSON Schema 2020-12 that needs nothing outside itself. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** The HTTP request that a tool stands for. */
export interface HttpCall {
  readonly method: string;
  /** With \`{name}\` where a path parameter goes. */
  readonly path: string;
  readonly parameters: readonly Placement[];
  readonly body?: { readonly argument: string; readonly mediaType: string };
  /** Where the token goes, and the authentication scheme in front of it. */
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
}

/** Where one argument goes; it has either \`style\` or \`contentType\` (OpenAPI 3.1, Parameter Object). */
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
export const BASE_URLS = `/** Environment variables with the URLs of its own servers; the first that is set is used. */
  readonly baseUrls?: readonly string[];
  `;
