import { existsSync, readFileSync } from 'node:fs';
import { operationArguments } from '../../contract/arguments.js';
import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { Operation, ResponseSpec } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { streamOf, streamsOrAll } from '../../contract/stream-of.js';
import { schemesToMeet } from '../../contract/wire/request/credentials.js';
import { isJsonMediaType } from '../../contract/wire/message.js';
import { parsePathTemplate } from '../../contract/wire/path-template.js';
import type { GeneratedFile, Generator } from '../generation/generator.js';
import { builtFile } from '../built-file.js';
import { emptyStatuses, successResponses } from '../generation/success-responses.js';
import { typescriptLiteral } from '../generation/typescript-literal.js';
import { bodyModel, bodyValue } from './card-body.js';
import { cardPage } from './card-page.js';
import { cardValue, descriptionOf } from './card-fields.js';
import type { CardMember, CardOperation } from './runtime/model/card-model.js';

/**
 * Writes `generated/card.ts`, the forms and actions of a card, if the user has a hand-written library. Otherwise writes
 * the whole card: `generated/card.html`, a page that needs no other file and no bundler. If the contract has operations
 * that return streams, the card has only these, to show the progress of runs that were started elsewhere.
 */
export const uiCardGenerator: Generator = {
  handWritten: 'runtime/service-card.ts',
  project: (contract) => ({
    title: contract.title,
    operations: streamsOrAll(contract).map((operation) => projectOperation(operation, contract)),
  }),
  render: (projection, header, library, isWritten = false) =>
    library === undefined || isWritten
      ? [wholeCard(projection, header)]
      : [{ path: 'generated/card.ts', text: cardModule(projection, header, library) }],
};

function wholeCard(projection: Json, header: readonly string[]): GeneratedFile {
  // The script of every card.
  const file = builtFile(import.meta.url, 'surfaces/ui_card', 'card.js');
  if (!existsSync(file))
    throw new ParityError(
      'not-built',
      `${file} is missing`,
      'Install contract-parity again; in its repository, run `npm run build`.',
    );
  const script = `${readFileSync(file, 'utf8')}serviceCard.defineServiceCard(${JSON.stringify(projection)});`;
  return { path: 'generated/card.html', text: cardPage(script, header) };
}

function projectOperation(operation: Operation, contract: Contract): CardOperation {
  const terminal = streamOf(operation)?.terminal;
  const credential = credentialOf(operation);
  return {
    id: operation.id,
    title: operation.summary || operation.id,
    description: operation.description,
    method: operation.method.toUpperCase(),
    path: encodedPath(operation),
    ...(operation.servers && { servers: operation.servers }),
    parameters: operationArguments(operation).flatMap(({ name: argument, parameter }) => {
      if (parameter === undefined) return [];
      const { name, in: place, style, explode, allowReserved } = parameter;
      return [{ argument, name, in: place, style, explode, allowReserved, json: parameter.contentType !== undefined }];
    }),
    ...bodyModel(contract.schemas, operation.requestBody?.content ?? []),
    accept:
      [...new Set(operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType)))].join(
        ', ',
      ) || '*/*',
    ...returned(operation),
    ...(terminal !== undefined && { terminal }),
    ...(credential !== undefined && { credential }),
    inputs: inputsOf(operation, contract),
  };
}

function returned(operation: Operation): Pick<CardOperation, 'returns' | 'emptyStatuses'> {
  const successes = successResponses(operation);
  const empty = emptyStatuses(successes);
  const isJson = ({ status, content }: ResponseSpec): boolean =>
    content.length > 0
      ? content.every(({ mediaType }) => isJsonMediaType(mediaType))
      : empty.some((each) => String(each) === status);
  if (successes.length === 0 || !successes.every(isJson)) return {};
  return { returns: 'json', ...(empty.length > 0 && { emptyStatuses: empty }) };
}

function inputsOf(operation: Operation, { schemas }: Contract): readonly CardMember[] {
  const body = operation.requestBody?.content[0];
  return operationArguments(operation).map(({ name, required, parameter }) => {
    const schema = parameter?.schema ?? body?.schema;
    const value = parameter === undefined ? bodyValue(schemas, body) : cardValue(schemas, parameter.schema);
    const description = parameter?.description || (schema === undefined ? '' : descriptionOf(schemas, schema));
    return { name, required, description, ...value };
  });
}

function encodedPath(operation: Operation): string {
  const { literals, names } = parsePathTemplate(operation.path);
  return literals
    .map((literal, index) => (index < names.length ? `${literal}{${names[index] ?? ''}}` : literal))
    .join('');
}

/**
 * The credential that a card sends. A card has only one token, which is for the first security scheme of the operation.
 */
function credentialOf(operation: Operation): CardOperation['credential'] {
  const [scheme] = schemesToMeet(operation);
  if (scheme === undefined) return undefined;
  if (scheme.kind === 'apiKey') return { in: scheme.in, name: scheme.parameter, scheme: '' };
  const name = scheme.kind === 'http' ? scheme.scheme : 'bearer';
  return { in: 'header', name: 'authorization', scheme: `${name.charAt(0).toUpperCase()}${name.slice(1)}` };
}

function cardModule(projection: Json, header: readonly string[], library: string): string {
  return `${header.map((line) => `// ${line}\n`).join('')}
import type { CardModel } from '${library}/runtime/model/card-model.js';

export const CARD: CardModel = ${typescriptLiteral(projection)};
`;
}
