import { operationArguments } from '../../contract/arguments.js';
import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { statedDefault } from '../../contract/wire/decode-value.js';
import type { Driver, ExpectedEntry } from '../driver.js';
import { expectedInputs } from './tools/declared-inputs.js';
import { toolCallText } from './session/tool-call-text.js';
import type { McpDriverOptions } from './session/driver-options.js';
import { toolAnnotations } from './tools/tool-annotations.js';

/**
 * Drives a tool server with the official client. Results are used as they arrive, even if they do not match the schemas
 * that the server declares.
 */
export function mcpDriver(options: McpDriverOptions): Driver {
  const hasCommand = options.command !== undefined && options.command.length > 0;
  if (hasCommand === (options.url !== undefined)) {
    const message = 'mcpDriver needs exactly one of `command` and `url`.';
    throw new ParityError('driver-misconfigured', message, 'Give mcpDriver either `command` or `url`.');
  }
  return {
    gates: false,
    misuses: new Set(['unknown-argument', 'missing-argument', 'null-argument', 'json-text']),
    atOnce: 'calls',
    callText: (calls, { contract: { schemas } }) =>
      toolCallText(calls, ({ id }) => ({ schemas, mapping: options.tools?.[id] })),
    async start(context) {
      // The client package takes a tenth of a second to load, so it is loaded only when a tool server is checked.
      const { startSession } = await import('./session/session.js');
      return startSession(options, context);
    },
  };
}

/**
 * The tools that the server should offer according to the contract or the configuration, with the names of their
 * arguments.
 */
export function mcpExpectedInventory(contract: Contract, { tools }: McpDriverOptions): readonly ExpectedEntry[] {
  return contract.operations.flatMap((operation): readonly ExpectedEntry[] => {
    const mapping = tools?.[operation.id];
    if (mapping !== undefined) {
      // A tool for a POST may be read-only, because the POST may be a search.
      const changes = ['put', 'patch', 'delete'].includes(operation.method);
      return [
        {
          name: mapping.name,
          operation: operation.id,
          isMapped: true,
          ...(changes && { isReadOnly: false }),
          ...expectedInputs(contract, operation, mapping),
        },
      ];
    }
    return operation.tool === undefined
      ? []
      : [
          {
            operation: operation.id,
            name: operation.tool.name,
            inputs: operationArguments(operation).map(({ name }) => name),
            description: operation.tool.description,
            ...withDefaults(contract, operation),
            ...expectedInputs(contract, operation),
            isReadOnly: toolAnnotations(operation)['readOnlyHint'] === true,
          },
        ];
  });
}

/**
 * The default values that the contract states for the scalar parameters of an operation, by the name of the tool's
 * argument.
 */
function withDefaults({ schemas }: Contract, operation: Operation): Pick<ExpectedEntry, 'defaults'> {
  const stated = operationArguments(operation).flatMap(({ name, parameter }): readonly (readonly [string, Json])[] => {
    const preset = parameter?.schema === undefined ? undefined : statedDefault(schemas, [parameter.schema]);
    return preset === undefined || preset === null || typeof preset === 'object' ? [] : [[name, preset]];
  });
  return stated.length === 0 ? {} : { defaults: Object.fromEntries(stated) };
}
