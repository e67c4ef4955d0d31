import { advertisedTools } from './advertised-tools.js';
import { httpLaunch } from './http-launch.js';
import { launchVersion } from './launch-version.js';
import { pinForm } from './pin-form.js';
import type { RegistryRule } from './registry-rule.js';
import type { ProbeRule } from './probed-server.js';
import { toolList } from './tool-list.js';
import { uniqueName } from './unique-name.js';

/** Rules about the registry as it is written, in the order in which they are told. */
export const REGISTRY_RULES: readonly RegistryRule[] = [uniqueName, pinForm, httpLaunch, launchVersion];

/** Rules about what a probe finds; nobody looks at them unless asked to. */
export const PROBE_RULES: readonly ProbeRule[] = [toolList, advertisedTools];
