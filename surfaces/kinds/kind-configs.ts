import type { CliConfig } from '../cli/config.js';
import type { McpConfig } from '../mcp/config.js';
import type { ProtocolConfig } from '../protocol/config.js';
import type { RestConfig } from '../rest/config.js';
import type { SdkTypescriptConfig } from '../sdk_typescript/session/config.js';
import type { UiCardConfig } from '../ui_card/config.js';

/**
 * The options of the configuration of a surface that belong to its kind; `driver` names the kind. This type is separate
 * from the list of kinds, because drivers need the types of Node, and the declarations that users import must not need
 * them.
 */
export type DriverConfig = RestConfig | SdkTypescriptConfig | CliConfig | McpConfig | ProtocolConfig | UiCardConfig;

export type GeneratorName = 'rest' | 'sdk_typescript' | 'sdk_python' | 'cli' | 'mcp' | 'ui_card';
