import { OTHER_FAILURE, TRANSPORT_FAILURE } from '../../failure-table.js';
import { memberName, quoted, typescriptLiteral } from '../../generation/typescript-literal.js';
import { documentation } from './documentation.js';
import { type OperationModel, type ParameterModel, type SdkModel, ownServers } from '../../sdk/sdk-model.js';

/** From which modules the generated client imports what it needs. */
export interface Places {
  /** The path of the folder with the modules that send the requests. */
  readonly runtime: string;
  /** The module that defines the errors. */
  readonly errors: string;
}

/** `client.ts`: the table of operations, the client class with one method for each operation, and exports for users. */
export function renderClient(model: SdkModel, places: Places): string {
  const rows = model.operations.map(
    (operation) => `  ${memberName(operation.id)}: ${typescriptLiteral(descriptor(operation), '  ')},\n`,
  );
  const purpose = `Client of the ${model.title}. A client can make any number of concurrent calls; \`close\` frees its connections.`;
  const servers = ownServers(model.operations);
  const [type, known] = servers.length === 0 ? ['', ''] : ['<Server>', ', SERVERS'];
  return `${imports(places, model.operations.length > 0)}${exports(model, places)}${operationsTable(rows)}${serverList(servers)}
${documentation([purpose])}export class Client {
  readonly #transport: Transport;

  /** Throws a \`TypeError\` if the base URL, the token or a header cannot be sent. */
  constructor(options: ClientOptions${type}) {
    this.#transport = new Transport(options${known});
  }

${model.operations.map(method).join('\n')}
  /** Resolves when all running calls have ended. Later calls fail. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}
`;
}

/**
 * The imports of the client. If a contract has only webhooks, its client has no operations and imports no types for
 * them.
 */
function imports({ runtime }: Places, hasOperations: boolean): string {
  const transport = `import { type ClientOptions, Transport } from '${runtime}/transport.js';\n`;
  if (!hasOperations) return transport;
  return `import type { CallOptions } from '${runtime}/call-options.js';
import type { OperationDescriptor } from '${runtime}/operation-descriptor.js';
${transport}import type * as types from './types.js';
`;
}

/** Exports the errors and the types together with the client, so that users need only one import. */
function exports({ failures }: SdkModel, { runtime, errors }: Places): string {
  const classes = [OTHER_FAILURE, TRANSPORT_FAILURE, ...failures].map(({ error }) => `  ${error},\n`).toSorted();
  return `
export {
${classes.join('')}  type Problem,
} from '${errors}';
export { RefusedError } from '${runtime}/refused-error.js';
export type { CallOptions } from '${runtime}/call-options.js';
export type { ClientOptions, TokenSource } from '${runtime}/transport.js';
export type * as types from './types.js';
`;
}

function operationsTable(rows: readonly string[]): string {
  return rows.length === 0
    ? ''
    : `\nconst OPERATIONS = {\n${rows.join('')}} as const satisfies Record<string, OperationDescriptor>;\n`;
}

function serverList(servers: readonly string[]): string {
  if (servers.length === 0) return '';
  return `
const SERVERS = ${typescriptLiteral(servers)} as const;

/**
 * The servers that only some operations have, by their URL in the contract. The option \`servers\` has their base URLs.
 */
export type Server = (typeof SERVERS)[number];
`;
}

function descriptor({
  method: verb,
  path,
  servers,
  parameters,
  bodyType,
  accept,
  returns,
  emptyStatuses,
  credential,
  terminal,
  jsonEvents,
  fields,
}: OperationModel) {
  return {
    method: verb,
    path,
    ...(servers !== undefined && { servers }),
    parameters: parameters.map(parameterDescriptor),
    ...(bodyType !== '' && { bodyType }),
    ...(fields !== undefined && { fields }),
    accept: accept.join(', ') || '*/*',
    returns,
    ...(emptyStatuses !== undefined && { emptyStatuses }),
    ...(terminal !== undefined && { terminal }),
    ...(jsonEvents !== undefined && { jsonEvents }),
    ...(credential !== null && { credential }),
  };
}

/**
 * The data from which the runtime writes a parameter into a request. Members that have their default value are left
 * out.
 */
function parameterDescriptor({ allowReserved, json, ...usual }: ParameterModel) {
  return { ...usual, ...(allowReserved && { allowReserved }), ...(json && { json }) };
}

function method(operation: OperationModel): string {
  const optional = operation.arguments.every(({ required }) => !required);
  const notes = [
    operation.description,
    ...(operation.terminal === undefined
      ? []
      : ['If the connection breaks, the stream is resumed after the last complete event.']),
  ];
  const tags = [
    ...(operation.deprecated === true ? ['@deprecated'] : []),
    ...operation.throws.map(({ error, status, description }) => `@throws {${error}} ${status}: ${description}`),
    `@throws {${TRANSPORT_FAILURE.error}} No reply arrived, or no valid HTTP response.`,
    '@throws {RefusedError} The arguments cannot be encoded as a request; nothing was sent.',
  ];
  const result = `types.${operation.resultType}`;
  const args = `args: types.${operation.argumentsType}${optional ? ' = {}' : ''}`;
  if (operation.terminal !== undefined) {
    return `${documentation(notes, '  ', tags)}  ${memberName(operation.id)}(${args}, options: CallOptions = {}): AsyncGenerator<${result}, void> {
    return this.#transport.stream(OPERATIONS${access(operation.id)}, args, options) as AsyncGenerator<${result}, void>;
  }
`;
  }
  return `${documentation(notes, '  ', tags)}  async ${memberName(operation.id)}(${args}, options: CallOptions = {}): Promise<${result}> {
    return (await this.#transport.call(OPERATIONS${access(operation.id)}, args, options)) as ${result};
  }
`;
}

function access(id: string): string {
  return memberName(id) === id ? `.${id}` : `[${quoted(id)}]`;
}
