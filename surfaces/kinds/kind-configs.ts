import type { CliConfig } from '../cli/config.js';
import type { McpConfig } from '../mcp/config.js';
import type { ProtocolConfig } from '../protocol/config.js';
import type { RestConfig } from '../rest/config.js';
import type { SdkTypescriptConfig } from '../sdk_typescript/session/config.js';
import type { UiCardConfig } from '../ui_card/config.js';

/**
 * The options that depend on the kind of a surface; `driver` names the kind. This type is separate from the list of
 * kinds. The declarations that users import must not need the types of Node, but the drivers in that list need them.
 */
export type DriverConfig = RestConfig | SdkTypescriptConfig | CliConfig | McpConfig | ProtocolConfig | UiCardConfig;

export type GeneratorName = 'rest' | 'sdk_typescript' | 'sdk_python' | 'cli' | 'mcp' | 'ui_card';
