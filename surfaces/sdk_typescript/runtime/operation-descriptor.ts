/** How a call of one operation becomes a request, and the content of its success. */
export interface OperationDescriptor {
  readonly method: string;
  /** Literals percent-encoded, parameters in braces: `/items/{item_id}`. */
  readonly path: string;
  /**
   * The URLs of the operation's own servers, as in the contract; omitted if the operation has the servers of the
   * contract.
   */
  readonly servers?: readonly string[];
  readonly parameters: readonly ParameterDescriptor[];
  /** Media type of the body; omitted if the operation takes no body. */
  readonly bodyType?: string;
  /** For a form: the encoding of each field whose encoding differs from the default. */
  readonly fields?: { readonly [name: string]: FieldDescriptor };
  readonly accept: string;
  readonly returns: readonly ('bytes' | 'json' | 'nothing' | 'text')[];
  /** The only statuses whose replies may be empty. Omitted if `returns` applies to every status. */
  readonly emptyStatuses?: readonly number[];
  /** For a stream: the types of event that end it. */
  readonly terminal?: readonly string[];
  /** For a stream: true if the data of its events is JSON text; the parsed values are returned too. */
  readonly jsonEvents?: true;
  /** The place of the token; omitted if no token is needed. */
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
}

export interface FieldDescriptor {
  /** Content type of the part, or `application/json` for a field that is always JSON. */
  readonly contentType?: string;
  /** The field is encoded like a query parameter with this style. */
  readonly style?: ParameterDescriptor['style'];
  readonly explode?: boolean;
}

export interface ParameterDescriptor {
  /** Name among the arguments. */
  readonly argument: string;
  /** Name on the wire. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** The value is JSON text, and no style applies. */
  readonly json?: boolean;
}
