import { cliGenerator } from '../../surfaces/cli/generate.js';
import type { Generator } from '../../surfaces/generation/generator.js';
import { mcpGenerator } from '../../surfaces/mcp/generate.js';
import { restGenerator } from '../../surfaces/rest/generate.js';
import { sdkPythonGenerator } from '../../surfaces/sdk_python/generate.js';
import { sdkTypescriptGenerator } from '../../surfaces/sdk_typescript/generate.js';
import { uiCardGenerator } from '../../surfaces/ui_card/generate.js';

/** The built-in generators, by the surface whose code they write. */
export const GENERATORS = {
  rest: restGenerator,
  sdk_typescript: sdkTypescriptGenerator,
  sdk_python: sdkPythonGenerator,
  cli: cliGenerator,
  mcp: mcpGenerator,
  ui_card: uiCardGenerator,
} as const satisfies Readonly<Record<string, Generator>>;
