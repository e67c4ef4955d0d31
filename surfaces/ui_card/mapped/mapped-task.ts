import { givenArguments, operationArguments } from '../../../contract/arguments.js';
import type { SchemaSource } from '../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { withoutSlash } from '../../../contract/server-urls.js';
import { appliedSchemas, appliedToMember } from '../../../contract/schema/applied-schemas.js';
import { schemaTypes } from '../../../contract/wire/decode-value.js';
import { bodyMembers } from '../../body-members.js';
import type { Call } from '../../driver.js';
import { PARSED_MARKUP } from '../../shown-json.js';
import { withUrls } from '../../process/environment-values.js';
import type { CardForm, CardMapping, CardParts } from './card-mapping.js';

/** One call, in the form that the script inside the page of a user's card needs. */
export interface MappedTask {
  readonly open?: string;
  readonly form: string;
  readonly submit?: string;
  readonly settings: readonly (readonly [selector: string, text: string])[];
  readonly fields: readonly MappedField[];
  readonly shows: CardParts;
  /** A text that is visible only if the card has parsed a reply as HTML. */
  readonly parsedMarkup: string;
  readonly timeoutMs: number;
}

export interface MappedField {
  readonly name: string;
  readonly control: string;
  /** The value to enter; not set if the argument is omitted. */
  readonly value?: Json;
  readonly isRequired: boolean;
  /**
   * The JSON types that the contract permits for the argument. A text control accepts strings only if they include
   * `string`.
   */
  readonly types: readonly string[];
  readonly null?: string;
  readonly omitted?: string;
  readonly json?: true;
}

export interface CardSettings {
  readonly baseUrl: string;
  readonly serverUrls?: ReadonlyMap<string, string>;
  readonly timeoutMs: number;
  readonly schemas: SchemaSource;
}

/**
 * Converts a call to the data that the script inside the page needs. Returns the reason if the card cannot express the
 * input.
 */
export function mappedTask(
  mapping: CardMapping,
  { operation, input, token }: Pick<Call, 'operation' | 'input' | 'token'>,
  settings: CardSettings,
): MappedTask | string {
  const form = ownForm(mapping, operation);
  if (form === undefined) return `the card has no form for ${operation.id}`;
  const given = givenArguments(operation, input).map(([{ name }, value]) => [name, value] as const);
  const values = new Map<string, Json>(given);
  if (form.body === 'members') {
    const members = bodyMembers(operation, input.body, settings.schemas);
    if (typeof members === 'string') return members;
    values.delete('body');
    for (const { name, value } of members) values.set(`body.${name}`, value);
  }
  const fields = Object.entries(form.fields ?? {}).map(([name, field]): MappedField => {
    const { control, ...rest } = typeof field === 'string' ? { control: field } : field;
    const value = values.get(name);
    values.delete(name);
    return {
      name,
      control,
      ...rest,
      ...factsOf(operation, name, settings.schemas),
      ...(value !== undefined && { value }),
    };
  });
  const [missing] = values.keys();
  if (missing !== undefined) return `the form has no control for ${missing}`;
  return {
    form: form.form,
    ...(form.open !== undefined && { open: form.open }),
    ...(form.submit !== undefined && { submit: form.submit }),
    settings: Object.entries(mapping.settings ?? {}).map(([at, text]) => [
      at,
      withToken(withUrls(text, settings), token),
    ]),
    fields,
    shows: mapping.shows,
    parsedMarkup: PARSED_MARKUP,
    timeoutMs: settings.timeoutMs,
  };
}

export function ownForm({ forms }: CardMapping, { id }: Operation): CardForm | undefined {
  return Object.hasOwn(forms, id) ? forms[id] : undefined;
}

/**
 * The address at which the page is opened for a call. If the call has no token, `{token}` is replaced by an empty text.
 */
export function mappedAddress(
  { address = '' }: CardMapping,
  urls: Pick<CardSettings, 'baseUrl' | 'serverUrls'>,
  token: string | undefined,
): string {
  const encoded = token === undefined ? undefined : encodeURIComponent(token);
  return `${withoutSlash(urls.baseUrl)}/card${withToken(withUrls(address, urls, encodeURIComponent), encoded)}`;
}

function withToken(text: string, token = ''): string {
  return text.replaceAll('{token}', () => token);
}

/** The JSON types that the contract permits for an argument or for a member of the body, and whether it is required. */
function factsOf(operation: Operation, name: string, schemas: SchemaSource): Pick<MappedField, 'types' | 'isRequired'> {
  const argument = operationArguments(operation).find((each) => each.name === name);
  if (argument?.parameter !== undefined)
    return { isRequired: argument.required, types: [...schemaTypes(schemas, argument.parameter.schema)] };
  const body = operation.requestBody?.content[0]?.schema;
  if (body === undefined) return { isRequired: false, types: [] };
  if (argument !== undefined) return { isRequired: argument.required, types: [...schemaTypes(schemas, body)] };
  const member = name.replace(/^body\./, '');
  const applied = appliedSchemas(schemas, [body], undefined);
  const types = appliedToMember(schemas, applied, member).flatMap((uri) => [...schemaTypes(schemas, uri)]);
  const isRequired = applied.some(({ schema }) => isJsonObject(schema) && lists(ownValue(schema, 'required'), member));
  return { isRequired, types: [...new Set(types)] };
}

function lists(value: Json | undefined, name: string): boolean {
  return Array.isArray(value) && value.includes(name);
}
