import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../contract/json/json.js';
import type { ContractRule, LintFault, LintedContract } from '../document/contract-rule.js';
import { schemasOf } from '../document/document-walk.js';
import { isOpenApi30 } from './dialect.js';

export const carriedOver: ContractRule = {
  id: 'contract/carried-over',
  severity: 'should',
  statement: 'No part of an OpenAPI 3.0 description is without effect, such as a `nullable` without `type`.',
  source:
    'OpenAPI 3.0.4 §4.7.24 (nullable): it only takes effect beside `type`, and other constraints may forbid null. §4.7.10 (requestBody): it is ignored for methods whose content HTTP does not define.',
  repair: 'Rewrite this part so that it has an effect, or remove it.',
  check: ineffectiveParts,
};

function* ineffectiveParts({ document, operations }: LintedContract): Generator<LintFault> {
  if (!isOpenApi30(document)) return;
  for (const { schema, path } of schemasOf(document)) {
    const reason = ownValue(schema, 'nullable') === true ? forbidsNull(schema) : undefined;
    if (reason !== undefined) {
      const message = `nullable: true does not allow null, because ${reason}; contract-parity accepts null nevertheless`;
      yield { path: [...path, 'nullable'], message };
    }
  }
  for (const { path, value } of operations) {
    if (!/^(?:get|head|trace)$/.test(String(path.at(-1))) || !isJsonObject(ownValue(value, 'requestBody'))) continue;
    yield {
      path: [...path, 'requestBody'],
      message: `a ${String(path.at(-1)).toUpperCase()} has no body, so the documented body is not sent`,
    };
  }
}

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf', 'not'];

function forbidsNull(schema: JsonObject): string | undefined {
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values) && !(values as readonly Json[]).includes(null)) return 'enum does not list null';
  const applied = COMPOSITIONS.find((keyword) => Object.hasOwn(schema, keyword));
  return applied !== undefined && !Object.hasOwn(schema, 'type')
    ? `the schema has no type beside nullable, only ${applied}`
    : undefined;
}
