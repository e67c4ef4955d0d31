import type { NamedType, PropertyModel, TypeNode } from './type-model.js';

/** The content of the generated SDK. The digest in the stamp covers this model, and nothing else of the contract. */
export type SdkModel = {
  readonly title: string;
  readonly types: readonly NamedType[];
  readonly operations: readonly OperationModel[];
  /** The rows of the failure table. An error class is generated for each row. */
  readonly failures: readonly { readonly status: number; readonly error: string; readonly problem: string }[];
};

export type OperationModel = {
  /** The `operationId`, which is also the name of the method. */
  readonly id: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly method: string;
  /** Literals percent-encoded, parameters in braces: `/items/{item_id}`. */
  readonly path: string;
  /**
   * The URLs of the operation's own servers, which are alternatives; omitted if the operation has the servers of the
   * contract.
   */
  readonly servers?: readonly string[];
  readonly argumentsType: string;
  readonly resultType: string;
  readonly arguments: readonly PropertyModel[];
  readonly result: TypeNode;
  readonly parameters: readonly ParameterModel[];
  /** Media type of the body; `''` if the operation takes no body. */
  readonly bodyType: string;
  /** For a form: the encoding of each field whose encoding differs from the default. */
  readonly fields?: Readonly<Record<string, FieldModel>>;
  /** Every media type that the contract documents for replies. */
  readonly accept: readonly string[];
  readonly returns: readonly ReplyKind[];
  /** The only statuses whose replies may be empty. Omitted if `returns` applies to every status. */
  readonly emptyStatuses?: readonly number[];
  /** For a stream: the types of event that end it. Omitted for other replies. */
  readonly terminal?: readonly string[];
  /** True if the data of events is JSON text; the parsed values are returned too. */
  readonly jsonEvents?: true;
  readonly credential: CredentialModel | null;
  readonly throws: readonly { readonly error: string; readonly status: string; readonly description: string }[];
};

/** The URLs of all servers that only some operations have. */
export function ownServers(operations: readonly Pick<OperationModel, 'servers'>[]): readonly string[] {
  return [...new Set(operations.flatMap(({ servers = [] }) => servers))];
}

/** The kind of content that a documented success may have. */
export type ReplyKind = 'bytes' | 'json' | 'nothing' | 'text';

export type FieldModel = {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
};

export type ParameterModel = {
  /** Name among the flat arguments. */
  readonly argument: string;
  /** Name on the wire. */
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** A parameter with `content`: its value is JSON text, and no style applies. */
  readonly json: boolean;
};

/** The place of the client's token. `scheme` is put in front of the token (RFC 9110 §11.4) unless it is `''`. */
export type CredentialModel = {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly scheme: string;
};
