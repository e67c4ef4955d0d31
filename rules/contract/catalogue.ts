import type { IFunctionResult, RulesetDefinition, RulesetFunctionContext } from '@stoplight/spectral-core';
import type { Json } from '../../contract/json/json.js';
import type { RuleStatement } from '../rule.js';
import { allowDocumented } from './responses/allow-documented.js';
import { bodyFailuresDocumented } from './responses/body-failures-documented.js';
import { builtInRules } from './built-in-rules.js';
import { brandFree } from './names/brand-free.js';
import { carriedOver } from './schemas/carried-over.js';
import { challengeDocumented } from './responses/challenge-documented.js';
import { commandName } from './names/command-name.js';
import { commandNameConvention } from './names/command-name-convention.js';
import { commandPresent } from './names/command-present.js';
import type { ContractRule, LintedContract } from './document/contract-rule.js';
import type { Path } from './document/path.js';
import { dialect } from './schemas/dialect.js';
import { dialectNamed } from './schemas/dialect-named.js';
import { examplesPresent } from './schemas/examples-present.js';
import { examplesValid } from './schemas/examples-valid.js';
import { gateNamed } from './names/gate-named.js';
import { namesUnique } from './names/names-unique.js';
import { newerKeyword } from './schemas/newer-keyword.js';
import { noNullable } from './schemas/no-nullable.js';
import { operationId } from './names/operation-id.js';
import { operationIdConvention } from './names/operation-id-convention.js';
import { portablePattern } from './schemas/portable-pattern.js';
import { problemFormat } from './responses/problem-format.js';
import { readAround } from './read-around.js';
import { readable } from './readable.js';
import { toolName } from './names/tool-name.js';
import { toolNameConvention } from './names/tool-name-convention.js';
import { toolPresent } from './names/tool-present.js';
import { unauthenticatedDocumented } from './responses/unauthenticated-documented.js';

const RULES: readonly ContractRule[] = [
  dialect,
  dialectNamed,
  operationId,
  operationIdConvention,
  toolPresent,
  toolName,
  toolNameConvention,
  commandPresent,
  commandName,
  commandNameConvention,
  gateNamed,
  namesUnique,
  examplesPresent,
  examplesValid,
  problemFormat,
  unauthenticatedDocumented,
  challengeDocumented,
  bodyFailuresDocumented,
  allowDocumented,
  noNullable,
  portablePattern,
  carriedOver,
  newerKeyword,
  brandFree,
];

/** Every rule of this project about the text of contracts, in the order in which the documentation explains them. */
export const CONTRACT_RULES: readonly RuleStatement[] = [readable, readAround, ...RULES];

const MAX_MESSAGE_LENGTH = 500;

/** What our rules need to check a document, and how they report a fault to Spectral. */
export interface RulesetView {
  readonly contract: LintedContract;
  /**
   * Converts the path of a fault, in the document with resolved `$ref`s, to a path that Spectral can locate in the
   * source files.
   */
  readonly path: (path: Path) => Path;
}

/**
 * Prepares a document whose `$ref`s Spectral has resolved for our rules. `context`: the Spectral context of the running
 * rule.
 */
export type ViewOf = (document: Json, context: RulesetFunctionContext) => RulesetView;

/**
 * The Spectral ruleset for contracts: Spectral's built-in rules for OpenAPI and our own rules. `builtIn`: the built-in
 * rules.
 */
export function contractRuleset(builtIn: RulesetDefinition, viewOf: ViewOf): RulesetWithRules {
  const ours = RULES.map((rule) => [rule.id, spectralRule(rule, viewOf)] as const);
  return { extends: [[builtIn, 'recommended']], rules: { ...builtInRules(builtIn), ...Object.fromEntries(ours) } };
}

export type RulesetWithRules = Extract<RulesetDefinition, { rules: Record<string, unknown> }>;
type SpectralRule = RulesetWithRules['rules'][string];

function spectralRule(rule: ContractRule, viewOf: ViewOf): SpectralRule {
  const check = (document: Json, _options: unknown, context: RulesetFunctionContext): IFunctionResult[] => {
    const { contract, path: direct } = viewOf(document, context);
    return [...rule.check(contract)].map(({ path, message }) => ({
      path: [...direct(path)],
      message: literalMessage(message),
    }));
  };
  return {
    given: '$',
    severity: rule.isHint === true ? 'info' : rule.severity === 'must' ? 'error' : 'warn',
    message: '{{error}}',
    description: rule.statement,
    then: { function: check },
  };
}

/**
 * A message that Spectral shows unchanged. Spectral would expand `{{…}}` in a message, and a message may quote such
 * text from the contract.
 */
function literalMessage(message: string): string {
  return message.slice(0, MAX_MESSAGE_LENGTH).replaceAll('{{', '{ {');
}
