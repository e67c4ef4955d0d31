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

/** Rules about the registry as it is written, in the order in which they are told. */
export const REGISTRY_RULES: readonly RegistryRule[] = [uniqueName, pinForm, httpLaunch, launchVersion];

/** Every rule of the family that looks at what is written alone; `CONSOLE_COMMAND` looks at packages, and not at servers. */
export const WRITTEN_RULES: readonly RuleStatement[] = [...REGISTRY_RULES, CONSOLE_COMMAND];

/** Rules about what a probe finds; nobody looks at them unless asked to. */
export const PROBE_RULES: readonly ProbeRule[] = [toolList, advertisedTools];

/** Every rule that holds nothing where no probe was asked for. */
export const PROBED_RULES: readonly RuleStatement[] = [...PROBE_RULES, COMMAND_RUNS];
