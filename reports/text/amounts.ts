/** A number with its noun: `1 finding`, `2 findings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}

/** Digits in groups of three, independent of the locale: `240,000`. */
export function amount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
