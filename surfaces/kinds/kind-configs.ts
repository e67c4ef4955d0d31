import type { CliConfig } from '../cli/config.js';
import type { McpConfig } from '../mcp/config.js';
import type { ProtocolConfig } from '../protocol/config.js';
import type { RestConfig } from '../rest/config.js';
import type { SdkTypescriptConfig } from '../sdk_typescript/session/config.js';
import type { UiCardConfig } from '../ui_card/config.js';

/**
 * The options of a surface in the configuration. Which options are allowed depends on `driver`. The type is not derived
 * from the list of kinds, because the drivers in that list need the types of Node, and users who import this type must
 * not need them.
 */
export type DriverConfig = RestConfig | SdkTypescriptConfig | CliConfig | McpConfig | ProtocolConfig | UiCardConfig;

export type GeneratorName = 'rest' | 'sdk_typescript' | 'sdk_python' | 'cli' | 'mcp' | 'ui_card';
