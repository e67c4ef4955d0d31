import { posix } from 'node:path';
import { argumentValue, operationArguments } from '../../contract/arguments.js';
import type { CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { type Json, isJsonObject } from '../../contract/json/json.js';
import { visible } from '../../contract/json/visible.js';
import type { MediaContent } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import { concreteMediaType, contentKind, isFormMediaType } from '../../contract/wire/message.js';
import type { Call, Place, WrittenCall } from '../driver.js';
import type { CallText } from '../call-text.js';
import { oneCredentialFault } from '../one-credential.js';
import type { GeneratedPlaces } from '../surface-kind.js';
import { clientsOf, isFromBodies, takenFrom, withTaken } from '../written-calls.js';
import { formFields } from '../sdk/body-argument.js';
import { argumentNames, isPythonName, methodNames } from './python-names.js';
import { quoted } from './python-text.js';

/** The calls as a Python program. Returns `undefined` if a method cannot express the body of a call. */
export function callText(
  calls: readonly WrittenCall[],
  contract: Contract,
  places: GeneratedPlaces,
): CallText | undefined {
  const found = moduleOf(places);
  const clients = clientsOf(calls);
  const statements = calls.map((call, index) => statement(calls, index, clients.get(call.token) ?? '', contract));
  if (found === undefined || statements.some((made) => made === undefined) || !isFromBodies(calls)) return undefined;
  const lines = [
    'import os',
    'import sys',
    '',
    `sys.path.insert(0, ${text(found.folder)})`,
    `from ${found.module} import Client`,
    '',
    ...[...clients].map(
      ([token, client]) =>
        `${client} = Client(os.environ["BASE_URL"]${token === undefined ? '' : `, token=os.environ["${token}"]`})`,
    ),
    ...statements,
  ];
  return { language: 'python', text: lines.join('\n') };
}

/**
 * The Python statement for one call. If a later call needs a value from the reply, the statement stores the reply in a
 * variable. Otherwise, the statement catches errors, so that the program continues with the next call.
 */
function statement(
  calls: readonly WrittenCall[],
  index: number,
  client: string,
  { operations }: Contract,
): string | undefined {
  const call = calls[index] as WrittenCall;
  const method = methodNames(operations)[operations.findIndex(({ id }) => id === call.operation.id)];
  const given = argumentsText(call);
  if (method === undefined || given === undefined) return undefined;
  const made = `${client}.${method}(${withTaken(given, call.taken, text, memberOf)})`;
  const isStream = streamOf(call.operation) !== undefined;
  const reply = `reply${index + 1}`;
  if (takenFrom(calls, index).length > 0) return isStream ? undefined : `${reply} = ${made}\nprint(${reply})`;
  const shown = isStream ? `for event in ${made}:\n    print(event)` : `print(${made})`;
  if (index === calls.length - 1) return shown;
  return `try:\n    ${shown.replace('\n', '\n    ')}\nexcept Exception as error:\n    print(repr(error), file=sys.stderr)`;
}

function memberOf(reply: string, place: Place): string {
  return `${reply}${place.map((part) => `[${typeof part === 'number' ? part : text(part)}]`).join('')}`;
}

/**
 * The module of the generated code, and the folder from which Python imports it. If there is a hand-written library,
 * the generated package is inside the library's package.
 */
function moduleOf({ output, library = output }: GeneratedPlaces): { folder: string; module: string } | undefined {
  const root = posix.normalize(library).replace(/\/$/, '');
  const inner = posix.relative(root, output);
  const names = [posix.basename(root), ...(inner === '' ? [] : inner.split('/')), 'generated'];
  if (!names.every(isPythonName)) return undefined;
  return { folder: posix.dirname(root), module: names.join('.') };
}

function argumentsText(call: Call): string | undefined {
  const { operation, input } = call;
  const all = operationArguments(operation);
  const names = argumentNames(all);
  const texts = all.flatMap((argument, index) => {
    const value = argumentValue(input, argument);
    if (value === undefined) return [];
    const body = argument.parameter === undefined;
    return [
      { name: names[index] ?? '', text: body ? bodyText(operation.requestBody?.content[0], input) : literal(value) },
    ];
  });
  if (oneCredentialFault(call) !== undefined || texts.some((one) => one.text === undefined)) return undefined;
  return texts.map((one) => `${one.name}=${one.text ?? ''}`).join(', ');
}

function bodyText(content: MediaContent | undefined, { body = null, mediaType }: CaseInput): string | undefined {
  if (content === undefined || content.xml !== undefined) return undefined;
  if (mediaType !== undefined && mediaType !== content.mediaType) return undefined;
  const type = concreteMediaType(content.mediaType);
  if (isFormMediaType(type)) return isJsonObject(body) ? formText(content, body) : undefined;
  const kind = contentKind(type);
  if (kind === 'json') return literal(body);
  if (typeof body !== 'string') return undefined;
  return kind === 'text' ? literal(body) : bytesText(body);
}

function formText(content: MediaContent, body: { readonly [name: string]: Json }): string {
  const fields = formFields(content) ?? {};
  const members = Object.entries(body).map(([name, value]) => {
    const type = Object.hasOwn(fields, name) ? fields[name]?.contentType : undefined;
    return `${text(name)}: ${type !== undefined && contentKind(type) === 'bytes' ? fileText(value) : literal(value)}`;
  });
  return `{${members.join(', ')}}`;
}

function fileText(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(fileText).join(', ')}]`;
  return typeof value === 'string' ? bytesText(value) : literal(value);
}

/** The bytes that a string in a case represents: each character is one byte. */
function bytesText(value: string): string {
  return `bytes.fromhex("${Buffer.from(value, 'latin1').toString('hex')}")`;
}

/** A JSON value as a Python literal. Numbers are written as the driver protocol writes them. */
function literal(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return JSON.stringify(value);
  if (!isJsonObject(value)) return `[${value.map(literal).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${text(name)}: ${literal(member)}`);
  return `{${members.join(', ')}}`;
}

/**
 * A Python string literal without invisible characters. Characters beyond U+FFFF are written as `\U…`, because Python
 * would read two `\u…` escapes as two characters.
 */
function text(value: string): string {
  return [...quoted(value)]
    .map((character) => (visible(character) === character ? character : escaped(character)))
    .join('');
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
