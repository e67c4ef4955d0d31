import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { visible } from '../../../contract/json/visible.js';
import { streamOf } from '../../../contract/stream-of.js';
import type { BytePlaces } from '../../byte-places.js';
import type { Place, WrittenCall } from '../../driver.js';
import type { CallText } from '../../call-text.js';
import { memberName, quoted, typescriptLiteral } from '../../generation/typescript-literal.js';
import { clientsOf, isFromBodies, takenFrom, withTaken } from '../../written-calls.js';
import type { CallOrder } from '../worker/worker-messages.js';
import { callOrder, inexpressibleReason } from './call-order.js';
import type { SdkTypescriptOptions } from './config.js';

/** The calls as an ECMAScript module, which is also valid TypeScript. */
export function callText(calls: readonly WrittenCall[], options: SdkTypescriptOptions): CallText | undefined {
  if (calls.some((call) => inexpressibleReason(call) !== undefined) || !isFromBodies(calls)) return undefined;
  const name = options.export ?? 'Client';
  const clients = clientsOf(calls);
  const statements = calls.map((call, index) => statement(calls, index, clients.get(call.token) ?? '', options));
  if (statements.some((text) => text === undefined)) return undefined;
  const lines = [
    `import ${name === 'default' ? 'Client' : `{ ${name} }`} from ${quoted(specifier(options.module))};`,
    '',
    ...[...clients].map(([token, client]) => clientText(client, name === 'default' ? 'Client' : name, token)),
    ...statements,
  ];
  return { language: 'typescript', text: lines.join('\n').split('\n').map(visible).join('\n') };
}

function clientText(client: string, name: string, token: string | undefined): string {
  const credential = token === undefined ? '' : `, token: ${variable(token)}`;
  return `const ${client} = new ${name}({ baseUrl: ${variable('BASE_URL')}${credential} });`;
}

/**
 * The statement for one call. If a later call needs a value from the reply, the statement stores the reply in a
 * constant. Otherwise, the statement catches errors, so that the program continues with the next call.
 */
function statement(
  calls: readonly WrittenCall[],
  index: number,
  client: string,
  options: SdkTypescriptOptions,
): string | undefined {
  const call = calls[index] as WrittenCall;
  const { operation, args, bytes = [] } = callOrder(call, options, call.token ?? '');
  const method = IDENTIFIER.test(operation) ? `${client}.${operation}` : `${client}[${quoted(operation)}]`;
  const made = `${method}(${withTaken(argumentsText(args, bytes), call.taken, quoted, memberOf)})`;
  const isStream = streamOf(call.operation) !== undefined;
  const reply = `reply${index + 1}`;
  if (takenFrom(calls, index).length > 0)
    return isStream ? undefined : `const ${reply} = await ${made};\nconsole.log(${reply});`;
  const shown = isStream ? `for await (const event of ${made}) console.log(event);` : `console.log(await ${made});`;
  return index === calls.length - 1 ? shown : `try {\n  ${shown}\n} catch (error) {\n  console.error(error);\n}`;
}

function memberOf(reply: string, place: Place): string {
  const parts = place.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return IDENTIFIER.test(part) ? `.${part}` : `[${quoted(part)}]`;
  });
  return `${reply}${parts.join('')}`;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function variable(name: string): string {
  return `process.env['${name}'] ?? ''`;
}

/**
 * The import specifier for a file. Node.js reads a specifier as a URL, so special characters are encoded (Node.js,
 * Modules: ECMAScript modules, URLs).
 */
function specifier(file: string): string {
  const path = /^\.{0,2}\//.test(file) ? file : `./${file}`;
  return path.replaceAll(/[%?#]/g, encodeURIComponent);
}

function argumentsText(args: CallOrder['args'], bytes: BytePlaces): string {
  if (bytes.length === 0) return typescriptLiteral(args);
  const members = Object.entries(args).map(
    ([name, value]) => `${memberName(name)}: ${name === 'body' ? bodyText(value, bytes) : typescriptLiteral(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function bodyText(body: Json, places: BytePlaces): string {
  if (places === 'body') return bytesText(body);
  if (!isJsonObject(body)) return typescriptLiteral(body);
  const members = Object.entries(body).map(
    ([name, value]) => `${memberName(name)}: ${places.includes(name) ? fileText(value) : typescriptLiteral(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function fileText(value: Json): string {
  return Array.isArray(value) ? `[${(value as readonly Json[]).map(bytesText).join(', ')}]` : bytesText(value);
}

/** The bytes that a string in a case represents: each character is one byte. */
function bytesText(value: Json): string {
  if (typeof value !== 'string') return typescriptLiteral(value);
  return `Uint8Array.from(Buffer.from('${Buffer.from(value, 'latin1').toString('hex')}', 'hex'))`;
}
