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

/** Every registry rule that needs no probe. The rule `CONSOLE_COMMAND` checks packages instead of servers. */
export const WRITTEN_RULES: readonly RuleStatement[] = [...REGISTRY_RULES, CONSOLE_COMMAND];

/** Rules about a probed server. They are checked only if a probe was requested. */
export const PROBE_RULES: readonly ProbeRule[] = [toolList, advertisedTools];

/** Every registry rule that is checked only if a probe was requested. */
export const PROBED_RULES: readonly RuleStatement[] = [...PROBE_RULES, COMMAND_RUNS];
