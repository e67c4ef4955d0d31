import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { visible } from '../../../contract/json/visible.js';
import { streamOf } from '../../../contract/stream-of.js';
import type { BytePlaces } from '../../byte-places.js';
import type { Call, CallText } from '../../driver.js';
import { memberName, quoted, typescriptLiteral } from '../../generation/typescript-literal.js';
import type { CallOrder } from '../worker/worker-messages.js';
import { callOrder, inexpressibleReason } from './call-order.js';
import type { SdkTypescriptOptions } from './config.js';

/** The call as an ECMAScript module, which is also TypeScript. */
export function callText(call: Call, options: SdkTypescriptOptions): CallText | undefined {
  if (inexpressibleReason(call) !== undefined) return undefined;
  const { operation, args, bytes = [] } = callOrder(call, options);
  const name = options.export ?? 'Client';
  const imported = name === 'default' ? 'Client' : `{ ${name} }`;
  const token = call.token === undefined ? '' : `, token: ${variable(call.token)}`;
  const method = IDENTIFIER.test(operation) ? `client.${operation}` : `client[${quoted(operation)}]`;
  const made = `${method}(${argumentsText(args, bytes)})`;
  const lines = [
    `import ${imported} from ${quoted(specifier(options.module))};`,
    '',
    `const client = new ${name === 'default' ? 'Client' : name}({ baseUrl: ${variable('BASE_URL')}${token} });`,
    streamOf(call.operation) === undefined
      ? `console.log(await ${made});`
      : `for await (const event of ${made}) console.log(event);`,
  ];
  return { language: 'typescript', text: lines.join('\n').split('\n').map(visible).join('\n') };
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function variable(name: string): string {
  return `process.env['${name}'] ?? ''`;
}

/** A specifier is a URL (ECMA-262 leaves it to the host; Node.js, Modules: ECMAScript modules, URLs). */
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

/** In a case, a string represents bytes, one character for each. */
function bytesText(value: Json): string {
  if (typeof value !== 'string') return typescriptLiteral(value);
  return `Uint8Array.from(Buffer.from('${Buffer.from(value, 'latin1').toString('hex')}', 'hex'))`;
}
