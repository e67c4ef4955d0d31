/** The service that the program belongs to. */
export interface Service {
  /** Vendor prefix, with which the names of the environment variables start. */
  readonly prefix: string;
  readonly title: string;
  readonly version: string;
}

/** One command: its description, and how it becomes a request. */
export interface Command {
  readonly name: string;
  readonly operation: string;
  readonly description: string;
  /** Human gate that must be opened before a request is sent. */
  readonly gate?: string;
  readonly method: string;
  /** Literals percent-encoded, parameters in braces: `/items/{item_id}`. */
  readonly path: string;
  /**
   * Variables with the base URLs of the command's own servers, without the prefix. The first variable that is set is
   * used.
   */
  readonly baseUrls?: readonly string[];
  readonly flags: readonly Flag[];
  readonly body?: {
    readonly mediaType: string;
    readonly required: boolean;
    readonly description: string;
    readonly form?: 'urlencoded' | 'multipart';
    /** The parts of a multipart form that have a media type or headers besides their name. */
    readonly parts?: Readonly<Record<string, Part>>;
  };
  readonly accept: string;
  /** The kind of content that a success may have according to the contract. */
  readonly returns: readonly ('json' | 'text' | 'nothing')[];
  /** The only statuses whose replies may be empty. Omitted if `returns` applies to every status. */
  readonly emptyStatuses?: readonly number[];
  /** The place of the token in the request. `scheme` is written before the token. */
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
}

interface Part {
  readonly mediaType?: string;
  readonly file?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Flag {
  /** The name of the flag, without the leading dashes. */
  readonly flag: string;
  /** Shown in the help; the service validates the value. */
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
  /** The flag may be repeated; each value is one element. */
  readonly list?: boolean;
  /** Name on the wire. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** The value is JSON text, and no style applies. */
  readonly json?: boolean;
}

/** A program: its name on the command line, and its generated service and commands. */
export interface Program {
  readonly name: string;
  readonly service: Service;
  readonly commands: readonly Command[];
}
