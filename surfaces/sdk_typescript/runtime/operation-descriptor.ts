/** All data that is needed to send the request of one operation and to read its reply. */
export interface OperationDescriptor {
  readonly method: string;
  /** The path template, such as `/items/{item_id}`. Literal parts are percent-encoded. */
  readonly path: string;
  /**
   * The URLs of the operation's own servers, as in the contract. Omitted if the operation uses the servers of the
   * contract.
   */
  readonly servers?: readonly string[];
  readonly parameters: readonly ParameterDescriptor[];
  /** The media type of the body. Omitted if the operation takes no body. */
  readonly bodyType?: string;
  /** For a form: the encoding of each field that is not encoded by default. */
  readonly fields?: { readonly [name: string]: FieldDescriptor };
  readonly accept: string;
  readonly returns: readonly ('bytes' | 'json' | 'nothing' | 'text')[];
  /** The statuses of a success whose reply may be empty. If omitted, `returns` applies to every status. */
  readonly emptyStatuses?: readonly number[];
  /** For a stream: the types of the events that end it. */
  readonly terminal?: readonly string[];
  /** For a stream: true if the data of events is JSON text. Events then also have the parsed value. */
  readonly jsonEvents?: true;
  /** Where a request contains the token. Omitted if the operation needs no token. */
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
}

export interface FieldDescriptor {
  /** The content type of the part. `application/json` means that the field is always encoded as JSON. */
  readonly contentType?: string;
  /** If set, the field is encoded like a query parameter with this style. */
  readonly style?: ParameterDescriptor['style'];
  readonly explode?: boolean;
}

export interface ParameterDescriptor {
  /** The name of the parameter among the arguments of the method. */
  readonly argument: string;
  /** The name of the parameter in the request. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** True if the value is JSON text. A parameter with JSON content has no style. */
  readonly json?: boolean;
}
