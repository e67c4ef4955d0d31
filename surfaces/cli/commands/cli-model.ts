/**
 * The content of the generated command table. The digest in the stamp covers this model, and nothing else of the
 * contract.
 */
export type CliModel = {
  /** Vendor prefix of extensions and environment variables. */
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
  /** Literals percent-encoded, parameters in braces: `/items/{item_id}`. */
  readonly path: string;
  /** Variables with the base URLs of the operation's own servers, without the prefix. */
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
  /** The flag may be repeated; each value is one element. */
  readonly list?: true;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved?: true;
  /** The value is JSON text, and no style applies. */
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
