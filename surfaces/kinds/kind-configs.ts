import type { CliConfig } from '../cli/config.js';
import type { McpConfig } from '../mcp/config.js';
import type { ProtocolConfig } from '../protocol/config.js';
import type { RestConfig } from '../rest/config.js';
import type { SdkTypescriptConfig } from '../sdk_typescript/session/config.js';
import type { UiCardConfig } from '../ui_card/config.js';

/**
 * The options of a surface that depend on its kind, which `driver` names. The type is not derived from the list of
 * kinds: the drivers in the list need the types of Node, but users who import this type must not need them.
 */
export type DriverConfig = RestConfig | SdkTypescriptConfig | CliConfig | McpConfig | ProtocolConfig | UiCardConfig;

export type GeneratorName = 'rest' | 'sdk_typescript' | 'sdk_python' | 'cli' | 'mcp' | 'ui_card';
