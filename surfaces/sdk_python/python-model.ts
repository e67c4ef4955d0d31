import type { CredentialModel, FieldModel, OperationModel, ParameterModel, ReplyKind } from '../sdk/sdk-model.js';
import type { NamedType, TypeNode } from '../sdk/type-model.js';

/** The content of the generated SDK. The digest in the stamp covers this model, and nothing else of the contract. */
export type PythonModel = {
  readonly title: string;
  readonly types: readonly NamedType[];
  readonly operations: readonly MethodModel[];
  /** The rows of the failure table. An error class is generated for each row. */
  readonly failures: readonly { readonly status: number; readonly error: string; readonly problem: string }[];
};

export type MethodModel = {
  /** The `operationId`. */
  readonly id: string;
  /** Name of the client's method: `list_items`. */
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
  /** For a stream: the types of event that end it. */
  readonly terminal?: readonly string[];
  /** True if the data of events is JSON text; the parsed values are returned too. */
  readonly jsonEvents?: true;
  readonly throws: OperationModel['throws'];
};

export type ArgumentModel = {
  /** Name of the argument in the flat list that all surfaces share. */
  readonly argument: string;
  /** Name of the keyword argument. */
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly type: TypeNode;
};
