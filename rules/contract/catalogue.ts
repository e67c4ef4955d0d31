import type { IFunctionResult, RulesetDefinition } from '@stoplight/spectral-core';
import type { Json } from '../../contract/json/json.js';
import type { RuleStatement } from '../rule.js';
import { allowDocumented } from './allow-documented.js';
import { bodyFailuresDocumented } from './body-failures-documented.js';
import { brandFree } from './brand-free.js';
import { challengeDocumented } from './challenge-documented.js';
import { commandName } from './command-name.js';
import { commandNameConvention } from './command-name-convention.js';
import { commandPresent } from './command-present.js';
import type { ContractRule, LintedContract } from './document/contract-rule.js';
import type { Path } from './document/path.js';
import { dialect } from './dialect.js';
import { dialectNamed } from './dialect-named.js';
import { examplesPresent } from './examples-present.js';
import { examplesValid } from './examples-valid.js';
import { gateNamed } from './gate-named.js';
import { namesUnique } from './names-unique.js';
import { noNullable } from './no-nullable.js';
import { operationId } from './operation-id.js';
import { operationIdConvention } from './operation-id-convention.js';
import { problemFormat } from './problem-format.js';
import { readable } from './readable.js';
import { toolName } from './tool-name.js';
import { toolNameConvention } from './tool-name-convention.js';
import { toolPresent } from './tool-present.js';
import { unauthenticatedDocumented } from './unauthenticated-documented.js';

const RULES: readonly ContractRule[] = [
  dialect, dialectNamed, operationId, operationIdConvention, toolPresent, toolName, toolNameConvention,
  commandPresent, commandName, commandNameConvention, gateNamed, namesUnique, examplesPresent, examplesValid, problemFormat, unauthenticatedDocumented, challengeDocumented,
  bodyFailuresDocumented, allowDocumented, noNullable, brandFree,
];

/** Every rule of ours, in the order in which it is explained. */
export const CONTRACT_RULES: readonly RuleStatement[] = [readable, ...RULES];

/**
 * Rules of the built-in ruleset that ours replace. Its examples are judged without `multipleOfPrecision`, so that 19.99 is not a
 * multiple of 0.01; a missing operationId would be told twice.
 */
const REPLACED = { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off', 'operation-operationId': 'off' } as const;

const MAX_MESSAGE_LENGTH = 500;

/** What a rule is run with. */
export interface RulesetView {
  /** What our rules see of a document whose `$ref`s Spectral has followed. */
  contract(document: Json): LintedContract;
  /** Makes a fault's path one that Spectral finds. */
  path(path: Path): Path;
}

/** The Spectral ruleset: the built-in one for OpenAPI and ours. */
export function contractRuleset(builtIn: RulesetDefinition, view: RulesetView): RulesetDefinition {
  const ours = RULES.map((rule) => [rule.id, spectralRule(rule, view)] as const);
  return { extends: [[builtIn, 'recommended']], rules: { ...REPLACED, ...Object.fromEntries(ours) } };
}

type SpectralRule = Extract<RulesetDefinition, { rules: Record<string, unknown> }>['rules'][string];

function spectralRule(rule: ContractRule, view: RulesetView): SpectralRule {
  const check = (document: Json): IFunctionResult[] =>
    [...rule.check(view.contract(document))].map(({ path, message }) => ({ path: [...view.path(path)], message: plainMessage(message) }));
  return {
    given: '$',
    severity: rule.isHint === true ? 'info' : rule.severity === 'must' ? 'error' : 'warn',
    message: '{{error}}',
    description: rule.statement,
    then: { function: check },
  };
}

/** Spectral expands `{{…}}` in messages, which may hold text of the contract. */
function plainMessage(message: string): string {
  return message.slice(0, MAX_MESSAGE_LENGTH).replaceAll('{{', '{ {');
}
