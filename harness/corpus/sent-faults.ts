import type { CaseInput } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { MediaContent, Operation, Parameter, SchemaUri } from '../../contract/operation.js';
import { formReadings } from '../../contract/wire/request/read-form.js';
import { readings } from '../../contract/wire/decode-value.js';
import { deserialiseParameter } from '../../contract/wire/deserialise-parameter.js';
import { bodyContent, encodeRequest } from '../../contract/wire/request/encode.js';
import { contentKind } from '../../contract/wire/message.js';
import { parameterTexts } from '../../contract/wire/parameter-texts.js';
import { serialiseParameter } from '../../contract/wire/serialise-parameter.js';
import { type SplitBody, splitRequest } from '../../contract/wire/request/split-request.js';

export interface SentFault {
  readonly keyword: string;
  readonly pointer: string;
}

/**
 * Finds the contract violations of an input in its encoded request. It does not use the code that labels cases. Returns
 * a string with the reason if the violations cannot be determined.
 */
export function sentFaults(contract: Contract, operation: Operation, input: CaseInput): readonly SentFault[] | string {
  const encoded = encodeRequest(operation, input);
  if (encoded.kind === 'inexpressible') return encoded.reason;
  const faults: SentFault[] = [];
  for (const parameter of operation.parameters) {
    const found = parameterFaults(contract, parameter, input);
    if (typeof found === 'string') return found;
    faults.push(...found);
  }
  const { body } = splitRequest(operation, encoded);
  if (operation.requestBody === undefined) return faults;
  if (body.kind === 'none')
    return operation.requestBody.required ? [...faults, { keyword: 'required', pointer: '/body' }] : faults;
  const content = bodyContent(operation, input.mediaType);
  if (content?.schema === undefined) return faults;
  const value = bodyValue(contract, content, body);
  return value === undefined
    ? 'the encoded body cannot be decoded'
    : [...faults, ...violations(contract, content.schema, value, '/body')];
}

function bodyValue(
  { schemas }: Contract,
  content: MediaContent,
  body: Exclude<SplitBody, { kind: 'none' }>,
): Json | undefined {
  if (body.kind === 'json' || body.kind === 'xml') return body.value;
  if (body.kind === 'form') return formReadings(schemas, content, body.fields)[0];
  if (contentKind(content.mediaType) === 'bytes') return Buffer.from(body.bytes).toString('latin1');
  const text = Buffer.from(body.bytes).toString();
  return content.schema === undefined ? text : readings(schemas, content.schema, { kind: 'scalar', text })[0];
}

function parameterFaults(contract: Contract, parameter: Parameter, input: CaseInput): readonly SentFault[] | string {
  const pointer = joinPointer('', parameter.in, parameter.name);
  const values = input[parameter.in];
  const value = values !== undefined && Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
  const missing = parameter.required ? [{ keyword: 'required', pointer }] : [];
  if (value === undefined) return missing;
  const serialised = serialiseParameter(parameter, value);
  if (serialised.kind === 'pairs' && serialised.pairs.length === 0) return missing;
  if (parameter.contentType !== undefined) {
    const read = deserialiseParameter(parameter, serialised, 'scalar');
    return violations(
      contract,
      parameter.schema,
      JSON.parse(read?.kind === 'scalar' ? read.text : '') as Json,
      pointer,
    );
  }
  const texts = parameterTexts(value);
  const read = typeof texts === 'string' ? undefined : deserialiseParameter(parameter, serialised, texts.kind);
  const [received] = read === undefined ? [] : readings(contract.schemas, parameter.schema, read);
  return received === undefined
    ? `the encoded parameter ${parameter.name} cannot be decoded`
    : violations(contract, parameter.schema, received, pointer);
}

/**
 * The violations of the schema by a value in a request. A missing required member is not a violation if the member is
 * `readOnly`.
 */
function violations(contract: Contract, schema: SchemaUri, value: Json, at: string): readonly SentFault[] {
  return contract.schemas
    .forDirection('input')
    .validate(schema, value)
    .map(({ keyword, pointer, schema: broken }) => {
      // For a missing member, the pointer includes its name.
      const missing = keyword === 'required' ? `/${broken.slice(broken.lastIndexOf('/') + 1)}` : '';
      return { keyword, pointer: at + pointer + missing };
    });
}
