import type { SurfaceDescription } from '../../surfaces/observation.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const VERSION: RuleStatement = {
  id: 'inventory/version',
  severity: 'should',
  statement:
    'The version that a surface reports (`--version`, `serverInfo` of a tool server, the reply of a driver to `start`) has no placeholder in place of a version, such as `undefined` or `{{version}}`.',
  source: 'GNU Coding Standards §4.8.1 (--version); MCP 2025-11-25, Lifecycle (serverInfo.version)',
  repair: 'Read the version from the file in which the release sets it, such as the package manifest.',
};

/**
 * Matches texts that a program prints if it has no version, such as `undefined`, and template placeholders that were
 * not replaced, such as `{{version}}`.
 */
const PLACEHOLDER =
  /^v?(?:undefined|null|none|nil|nan|%s|%v|<no value>|\[object object\]|\{\{.*\}\}|\$\{.*\}|@[\w.-]+@|__\w+__)$/i;

/**
 * The violation for a surface whose version contains a placeholder, such as `{{version}}`. The result is `undefined` if
 * there is none, or if the surface reports no version.
 */
export function checkVersion(
  surface: string,
  { version }: Pick<SurfaceDescription, 'version'>,
): InventoryViolation | undefined {
  const placeholder = version?.split(/\s+/).find((word) => PLACEHOLDER.test(word.replace(/[,;()]/g, '')));
  if (version === undefined || placeholder === undefined) return undefined;
  return {
    operations: [],
    violation: {
      surface,
      pointer: '/inventory',
      kind: 'version-placeholder',
      message: `${surface} reports the version ${JSON.stringify(version)}: ${JSON.stringify(placeholder)} is not a version.`,
      expected: 'a version',
      received: version,
      blame: 'surface',
      cause: 'version',
    },
  };
}
