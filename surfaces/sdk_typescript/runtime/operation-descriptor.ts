/** How a call of one operation becomes a request, and what its success holds. */
export interface OperationDescriptor {
  readonly method: string;
  /** Literals percent-encoded, parameters in braces: `/items/{item_id}`. */
  readonly path: string;
  readonly parameters: readonly ParameterDescriptor[];
  /** Media type of the body; absent where the operation takes none. */
  readonly bodyType?: string;
  /** Of a form: how its fields are written that are not written as usual. */
  readonly fields?: { readonly [name: string]: FieldDescriptor };
  readonly accept: string;
  readonly returns: readonly ('bytes' | 'json' | 'nothing' | 'text')[];
  /** Of a stream: the types of event that end it. */
  readonly terminal?: readonly string[];
  /** Of a stream: the data of its events are JSON texts, and handed out as values, too. */
  readonly jsonEvents?: true;
  /** Where the token goes; absent where none is asked for. */
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
}

export interface FieldDescriptor {
  /** Of the part, or `application/json` for a field that is JSON whatever its value. */
  readonly contentType?: string;
  /** As a query parameter of that style is written. */
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
