/**
 * All data of the generated command table. Generated files contain a digest of this data and not of the whole contract.
 * A change to another part of the contract therefore does not make the files out of date.
 */
export type CliModel = {
  /** The vendor prefix of extensions (`x-svc-cli`) and environment variables (`SVC_TOKEN`). */
  readonly prefix: string;
  readonly title: string;
  readonly version: string;
  readonly commands: readonly CommandModel[];
  readonly exits: ExitModel;
};

export type CommandModel = {
  readonly name: string;
  readonly operation: string;
  readonly description: string;
  readonly gate?: string;
  readonly method: string;
  /** The path template, such as `/items/{item_id}`. Literal parts are percent-encoded. */
  readonly path: string;
  /** The environment variables with the base URLs of the operation's own servers. Their names have no vendor prefix. */
  readonly baseUrls?: readonly string[];
  readonly flags: readonly FlagModel[];
  readonly body?: {
    readonly mediaType: string;
    readonly required: boolean;
    readonly description: string;
    readonly form?: 'urlencoded' | 'multipart';
    /** The parts of a multipart form that have a media type or headers besides their name. */
    readonly parts?: { readonly [name: string]: PartModel };
  };
  readonly accept: string;
  readonly returns: readonly ('json' | 'text' | 'nothing')[];
  readonly emptyStatuses?: readonly number[];
  readonly credential?: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly scheme: string };
};

export type FlagModel = {
  readonly flag: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether the flag may be repeated. Each value is then one element of a list. */
  readonly list?: true;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved?: true;
  /** Whether the value is JSON text. A parameter with JSON content has no style. */
  readonly json?: true;
};

export type PartModel = {
  readonly mediaType?: string;
  readonly file?: true;
  readonly headers?: { readonly [name: string]: string };
};

type ExitModel = {
  readonly problemPrefix: string;
  readonly codes: { readonly [name: string]: number };
  readonly statuses: readonly { readonly status: number; readonly exitCode: number; readonly problem: string }[];
};
