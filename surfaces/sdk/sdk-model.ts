import type { NamedType, PropertyModel, TypeNode } from './type-model.js';

/**
 * All data of the generated SDK. Generated files contain a digest of this data and not of the whole contract. A change
 * to another part of the contract therefore does not make the files out of date.
 */
export type SdkModel = {
  readonly title: string;
  readonly types: readonly NamedType[];
  readonly operations: readonly OperationModel[];
  /** The failures of the service that have an error class of their own, such as `NotFoundError` for 404. */
  readonly failures: readonly { readonly status: number; readonly error: string; readonly problem: string }[];
};

export type OperationModel = {
  /** The `operationId`, which is also the name of the method. */
  readonly id: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly method: string;
  /** The path template, such as `/items/{item_id}`. Literal parts are percent-encoded. */
  readonly path: string;
  /**
   * The URLs of the operation's own servers. The operation can be called at any of them. Omitted if the operation uses
   * the servers of the contract.
   */
  readonly servers?: readonly string[];
  readonly argumentsType: string;
  readonly resultType: string;
  readonly arguments: readonly PropertyModel[];
  readonly result: TypeNode;
  readonly parameters: readonly ParameterModel[];
  /** Media type of the body. `''` if the operation takes no body. */
  readonly bodyType: string;
  /** For a form: the encoding of each field that is not encoded by default. */
  readonly fields?: Readonly<Record<string, FieldModel>>;
  /** All media types that the contract documents for replies. */
  readonly accept: readonly string[];
  readonly returns: readonly ReplyKind[];
  /** The statuses of a success whose reply may be empty. Omitted if `returns` applies to every status. */
  readonly emptyStatuses?: readonly number[];
  /** For a stream: the types of the events that end it. Omitted if the operation returns no stream. */
  readonly terminal?: readonly string[];
  /** True if the data of events is JSON text. Events then also have the parsed value. */
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
  /** The name of the argument of the method. */
  readonly argument: string;
  /** The name of the parameter in the request. */
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** True for a parameter with `content`: its value is JSON text and has no style. */
  readonly json: boolean;
};

/**
 * Where a request contains the token of the client. `scheme` is written before the token (RFC 9110 §11.4) unless it is
 * `''`.
 */
export type CredentialModel = {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly scheme: string;
};
