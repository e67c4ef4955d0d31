import { advertisedTools } from './advertised-tools.js';
import { COMMAND_RUNS } from './command-runs.js';
import { CONSOLE_COMMAND } from './console-command.js';
import { httpLaunch } from './http-launch.js';
import { launchVersion } from './launch-version.js';
import { pinForm } from './pin-form.js';
import type { RegistryRule } from './registry-rule.js';
import type { ProbeRule } from './probed-server.js';
import type { RuleStatement } from '../rule.js';
import { toolList } from './tool-list.js';
import { uniqueName } from './unique-name.js';

/** Rules that check the registry file, in the order in which they are reported. */
export const REGISTRY_RULES: readonly RegistryRule[] = [uniqueName, pinForm, httpLaunch, launchVersion];

/**
 * Every rule that is checked without starting a server: the rules about the registry file, and `CONSOLE_COMMAND`, which
 * is about packages.
 */
export const WRITTEN_RULES: readonly RuleStatement[] = [...REGISTRY_RULES, CONSOLE_COMMAND];

/** Rules about a running tool server. They are checked only if the user asks for a probe, which starts the servers. */
export const PROBE_RULES: readonly ProbeRule[] = [toolList, advertisedTools];

/** Every rule of the registry that is checked only if the user asks for a probe. */
export const PROBED_RULES: readonly RuleStatement[] = [...PROBE_RULES, COMMAND_RUNS];
