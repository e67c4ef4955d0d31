import type { SchemaUri } from '../../../contract/operation.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Trial, TrialContext } from '../../rule.js';

const CLOSING = /\/(?:additional|unevaluated)Properties$/;

/**
 * The unknown members of an object that allows no unknown members, if each of them differs from a known member only in
 * letter case, such as `DONE` and `done`. `undefined` if the input breaks a different constraint, or has any other
 * unknown member.
 */
export function namesInOtherCase(
  { case: { expect, input } }: Trial,
  { contract: { schemas } }: TrialContext,
  keyword: string | undefined,
): readonly string[] | undefined {
  if (expect.kind !== 'rejected' || keyword === undefined || !CLOSING.test(keyword)) return undefined;
  const sent = valueAt(input as unknown as Json, expect.pointer);
  if (!isJsonObject(sent)) return undefined;
  const object = keyword.replace(CLOSING, '') as SchemaUri;
  const known = new Set(
    [...schemasInPlace(schemas, object).values()].flatMap(({ properties }) =>
      isJsonObject(properties) ? Object.keys(properties) : [],
    ),
  );
  const anyCase = new Set([...known].map((name) => name.toLowerCase()));
  const unknown = Object.keys(sent).filter((name) => !known.has(name));
  return unknown.length > 0 && unknown.every((name) => anyCase.has(name.toLowerCase())) ? unknown : undefined;
}
