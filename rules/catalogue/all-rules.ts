import { CONTRACT_RULES } from '../contract/catalogue.js';
import { CURRENT } from '../freshness/current.js';
import { ACCESSIBLE_NAMES } from '../inventory/accessible-names.js';
import { HOSTED_PAGE } from '../inventory/hosted-page.js';
import { LINKED_PAGES } from '../inventory/linked-pages.js';
import { LISTED } from '../inventory/listed.js';
import { OFFERED } from '../inventory/offered.js';
import { TOOL_DEFAULTS } from '../inventory/tool-defaults.js';
import { TOOL_INPUTS } from '../inventory/tool-inputs.js';
import { TOOL_HINTS } from '../inventory/tool-hints.js';
import { TOOL_SCHEMAS } from '../inventory/tool-schemas.js';
import { UNKNOWN_TOOL } from '../inventory/unknown-tool.js';
import { VERSION } from '../inventory/version.js';
import { PROBED_RULES, WRITTEN_RULES } from '../registry/catalogue.js';
import type { RuleStatement, TrialRule } from '../rule.js';
import { CALLS_APART } from '../state/calls-apart.js';
import { COMPATIBLE } from '../versions/compatible.js';
import { TRIAL_RULES } from './catalogue.js';

/**
 * Every rule of this project, in the order in which a run checks them. The list is in a file of its own, because it
 * imports every rule: a run first loads only the rules about calls (`catalogue.ts`), and the other rules when it needs
 * them.
 */
export const ALL_RULES: readonly (RuleStatement | TrialRule)[] = [
  ...CONTRACT_RULES,
  LISTED,
  OFFERED,
  TOOL_SCHEMAS,
  TOOL_DEFAULTS,
  TOOL_INPUTS,
  TOOL_HINTS,
  UNKNOWN_TOOL,
  LINKED_PAGES,
  HOSTED_PAGE,
  ACCESSIBLE_NAMES,
  VERSION,
  CURRENT,
  ...WRITTEN_RULES,
  ...PROBED_RULES,
  ...TRIAL_RULES,
  CALLS_APART,
  COMPATIBLE,
];
