/**
 * Rules about the style of a contract: names, examples, texts for readers, and formats that no norm requires. A
 * contract that breaks them is still correct for clients.
 */
const STYLE: ReadonlySet<string> = new Set([
  'contract/dialect-named',
  'contract/examples-present',
  'contract/operation-id-convention',
  'contract/problem-format',
  'oas/info-contact',
  'oas/info-description',
  'oas/info-license',
  'oas/operation-description',
  'oas/operation-tag-defined',
  'oas/operation-tags',
  'oas/tag-description',
]);

/** Whether a rule is about style. Its results are hints unless the lint is strict. */
export function isStyle(rule: string): boolean {
  return STYLE.has(rule);
}
