/** All data of a card. It is generated from the contract and contains only JSON values. */
export type CardModel = {
  readonly title: string;
  readonly operations: readonly CardOperation[];
};

export type CardOperation = {
  /** The `operationId`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** The path, with percent-encoded literals and with parameters in braces: `/items/{item_id}`. */
  readonly path: string;
  /**
   * The URLs of the operation's own servers, as in the contract; omitted if the operation has the servers of the
   * contract.
   */
  readonly servers?: readonly string[];
  readonly parameters: readonly CardParameter[];
  /** Media type of the body; omitted if the operation takes no body. */
  readonly bodyType?: string;
  /** For a form: the encoding of each property whose encoding differs from the default. */
  readonly fields?: { readonly [name: string]: CardFormField };
  /** For an XML body: how its value is written. */
  readonly xml?: CardXml;
  /** True if the operation also accepts a JSON body. The tool of the operation then takes JSON. */
  readonly hasJson?: true;
  readonly accept: string;
  /**
   * Set if every documented success has JSON content. The card then shows a success with other content as a problem.
   */
  readonly returns?: 'json';
  /** With `returns`: the statuses whose replies may be empty. */
  readonly emptyStatuses?: readonly number[];
  /** For a stream: the types of the events that end the stream. */
  readonly terminal?: readonly string[];
  readonly credential?: { readonly in: string; readonly name: string; readonly scheme: string };
  /** All values that the user can enter: one for each parameter, and the body. */
  readonly inputs: readonly CardMember[];
};

export type CardParameter = {
  readonly argument: string;
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** True if the value is sent as JSON text. No style then applies to it. */
  readonly json: boolean;
};

export type CardFormField = {
  /** Content type of the part, or `application/json` for a field that is always JSON. */
  readonly contentType?: string;
  /** Set if the field is encoded like a query parameter with this style. */
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Set if the part is a file. In JSON, a string represents its bytes, one for each character up to U+00FF. */
  readonly isFile?: true;
  /** Headers of the part besides `Content-Disposition` and `Content-Type`. */
  readonly headers?: { readonly [name: string]: string };
  /** The reason why the part cannot be sent. */
  readonly fault?: string;
};

/** How a value is written as an XML document, as a list of nodes. The first node is the root element. */
export type CardXml = readonly CardXmlNode[];

/** How one value is written in an XML document. Nodes refer to other nodes by their index in `CardXml`. */
export type CardXmlNode = {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute?: true;
  readonly wrapped?: true;
  /** The name of the component schema. It is the name of the root element if the contract states no other name. */
  readonly component?: string;
  readonly members?: { readonly [name: string]: number };
  readonly items?: number;
  /** The index of the node for members that are not listed in `members`. */
  readonly others?: number;
};

/** A value that the user can enter. `null` has a control of its own, because an empty text is a different value. */
export type CardValue = { readonly nullable: boolean; readonly field: CardField };

export type CardMember = CardValue & {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
};

export type CardField =
  | {
      readonly kind: 'text';
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly pattern?: string;
      readonly format?: string;
    }
  | {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly exclusiveMinimum?: number;
      readonly exclusiveMaximum?: number;
    }
  /** The options as JSON texts. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly CardMember[] }
  | { readonly kind: 'map'; readonly of: CardValue; readonly most?: number }
  | { readonly kind: 'list'; readonly of: CardValue; readonly least?: number; readonly most?: number }
  | { readonly kind: 'union'; readonly branches: readonly { readonly label: string; readonly field: CardField }[] }
  | { readonly kind: 'file' }
  /** A value that no form can express. It is entered as JSON text. */
  | { readonly kind: 'json' };
