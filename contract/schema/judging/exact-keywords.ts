import type { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson } from '../../json/canonical-json.js';
import type { Json } from '../../json/json.js';

/**
 * The largest size for which decimals are exact enough: two different decimals of at most this size, with the same
 * number of decimal places, are always two different floating-point numbers.
 */
const DECIMAL_EXACT = 1e15;

/**
 * Replaces four keywords of Ajv with versions that have the same messages. Ajv calculates `multipleOf` with
 * floating-point numbers. For `const`, `enum` and `uniqueItems`, Ajv calls the members `constructor`, `toString` and
 * `valueOf` of objects, which fails if such members come from JSON.
 */
export function addExactKeywords(ajv: Ajv2020): void {
  for (const keyword of ['multipleOf', 'const', 'enum', 'uniqueItems']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number) => multipleTest(divisor),
    error: { message: ({ schemaCode }) => `must be multiple of ${String(schemaCode)}` },
  });
  ajv.addKeyword({
    keyword: 'const',
    compile: (wanted: Json) => equalTo([wanted]),
    error: { message: 'must be equal to constant' },
  });
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    compile: (wanted: readonly Json[]) => equalTo(wanted),
    error: { message: 'must be equal to one of the allowed values' },
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (unique: boolean) => (items: readonly Json[]) => !unique || areUnique(items),
    error: { message: 'must NOT have duplicate items' },
  });
}

/**
 * Returns a test for `multipleOf` in exact decimal arithmetic. 19.99 is a multiple of 0.01, although the nearest double
 * is not (JSON Schema Validation §6.2.1).
 */
export function multipleTest(divisor: number): (value: number) => boolean {
  const [digits, exponent] = decimal(divisor);
  const small = Number(digits);
  // Powers of ten up to 22 are exact doubles. Other scales, and divisors such as 1e30, need the exact calculation.
  const scale = Number.isSafeInteger(small) && exponent <= 0 && exponent >= -22 ? 10 ** -exponent : undefined;
  return (value) => {
    const scaled = scale === undefined ? Number.NaN : Math.round(value * scale);
    if (scale === undefined || Math.abs(scaled) >= DECIMAL_EXACT) return isDecimalMultiple(value, digits, exponent);
    // Division is correctly rounded, so the first comparison is true only if `value` is the double nearest to the
    // decimal `scaled / scale`.
    return scaled / scale === value && scaled % small === 0;
  };
}

function isDecimalMultiple(value: number, divisorDigits: bigint, divisorExponent: number): boolean {
  // `JSON.parse` reads 1e999 as Infinity, which is a multiple of no number.
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimal(value);
  const common = Math.min(exponent, divisorExponent);
  return (digits * 10n ** BigInt(exponent - common)) % (divisorDigits * 10n ** BigInt(divisorExponent - common)) === 0n;
}

/** The digits and the decimal exponent of a number, as in its JSON text. The exponent is within ±324. */
function decimal(value: number): readonly [bigint, number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function equalTo(wanted: readonly Json[]): (value: Json) => boolean {
  const scalars = new Set(wanted.filter(isScalar));
  const texts = new Set(wanted.filter((value) => !isScalar(value)).map(canonicalJson));
  return (value) => (isScalar(value) ? scalars.has(value) : texts.size > 0 && texts.has(canonicalJson(value)));
}

function areUnique(items: readonly Json[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonicalJson(item);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}
