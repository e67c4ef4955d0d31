/** The number of decimal places of a number when it is written without an exponent: 2 for 0.25, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

/** The value in units of its last decimal place. For example, 0.25 with two places is 25 units. */
export function unitsOf(value: number, places: number): bigint {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(places - fraction.length + Number(exponent));
}

export function commonMultiple(a: bigint, b: bigint): bigint {
  return (a / divisor(a, b)) * b;
}

function divisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
