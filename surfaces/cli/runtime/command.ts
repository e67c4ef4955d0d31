/** The service that the program calls. */
export interface Service {
  /** The vendor prefix at the start of environment variable names, such as `svc` for `SVC_TOKEN`. */
  readonly prefix: string;
  readonly title: string;
  readonly version: string;
}

/** One command, with all data that is needed to send its request. */
export interface Command {
  readonly name: string;
  readonly operation: string;
  readonly description: string;
  /** The name of the human gate: a person must approve it before the request is sent. */
  readonly gate?: string;
  readonly method: string;
  /** The path template, such as `/items/{item_id}`. Literal parts are percent-encoded. */
  readonly path: string;
  /**
   * The environment variables with the base URLs of the command's own servers. Their names have no vendor prefix. The
   * first variable that is set is used.
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
  /** The kinds of content that a success may have according to the contract. */
  readonly returns: readonly ('json' | 'text' | 'nothing')[];
  /** The statuses of a success whose reply may be empty. If omitted, `returns` applies to every status. */
  readonly emptyStatuses?: readonly number[];
  /** Where a request contains the token. `scheme` is written before the token. */
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
  /** The type that the help shows. The service validates the value. */
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
  /** True if the flag may be repeated. Each value is then one element of a list. */
  readonly list?: boolean;
  /** The name of the parameter in the request. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** True if the value is JSON text. A parameter with JSON content has no style. */
  readonly json?: boolean;
}

/** A program: its name on the command line, its service and its commands. */
export interface Program {
  readonly name: string;
  readonly service: Service;
  readonly commands: readonly Command[];
}
