import type { CredentialModel, FieldModel, OperationModel, ParameterModel, ReplyKind } from '../sdk/sdk-model.js';
import type { NamedType, TypeNode } from '../sdk/type-model.js';

/**
 * All data of the generated SDK. Generated files contain a digest of this data and not of the whole contract. A change
 * to another part of the contract therefore does not make the files out of date.
 */
export type PythonModel = {
  readonly title: string;
  readonly types: readonly NamedType[];
  readonly operations: readonly MethodModel[];
  /** The failures of the service that have an error class of their own, such as `NotFoundError` for 404. */
  readonly failures: readonly { readonly status: number; readonly error: string; readonly problem: string }[];
};

export type MethodModel = {
  /** The `operationId` in the contract. */
  readonly id: string;
  /** The name of the method in the client, such as `list_items`. */
  readonly name: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly verb: string;
  readonly path: string;
  readonly servers?: readonly string[];
  readonly arguments: readonly ArgumentModel[];
  readonly resultType: string;
  readonly result: TypeNode;
  readonly parameters: readonly ParameterModel[];
  readonly bodyType: string;
  readonly fields?: Readonly<Record<string, FieldModel>>;
  readonly accept: readonly string[];
  readonly returns: readonly ReplyKind[];
  readonly emptyStatuses?: readonly number[];
  readonly credential: CredentialModel | null;
  /** For a stream: the types of the events that end it. Omitted if the operation returns no stream. */
  readonly terminal?: readonly string[];
  /** True if the data of events is JSON text. Events then also have the parsed value. */
  readonly jsonEvents?: true;
  readonly throws: OperationModel['throws'];
};

export type ArgumentModel = {
  /** The name of the argument, which is the same on all surfaces. */
  readonly argument: string;
  /** The name of the keyword argument in Python, such as `item_id` for `itemId`. */
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly type: TypeNode;
};
