import type { Expectation } from '../../../contract/case.js';
import type { Contradiction, Outcome } from '../../../surfaces/outcome.js';
import type { Violation } from '../../finding.js';
import { EVERYWHERE, type TrialRule, shows } from '../../rule.js';

/**
 * A surface that declares schemas for its own inputs and results conforms to them. A schema may permit more than the
 * contract does, because some hosts do not support every keyword.
 */
export const ownSchemas: TrialRule = {
  id: 'conformance/own-schemas',
  severity: 'must',
  statement:
    'The inputSchema of a tool allows every input that the contract allows, and requires each argument without which a call fails. Each result of the tool is valid against its outputSchema.',
  source:
    'MCP 2025-11-25, Tools: inputSchema, Output Schema (a server MUST return structured content that conforms to it)',
  repair: "Generate the tool's schemas from the contract, or correct the hand-written schemas.",
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => {
    const declaring = trial.observations.filter(({ surface }) => shows(context, surface, 'schemas'));
    if (declaring.length === 0) return undefined;
    return declaring.flatMap(({ surface, outcome }) =>
      ('native' in outcome ? (outcome.native?.contradictions ?? []) : [])
        .filter(({ of }) => isJudged(of, trial.case.expect, outcome.kind))
        .map((contradiction) => ({
          surface,
          ...describe(contradiction),
          blame: 'surface' as const,
          ...(contradiction.of === 'result' && { dependsOnReply: true as const }),
        })),
    );
  },
};

/** The kinds of expectations of cases whose input the contract allows. An inputSchema must not refuse these inputs. */
const ALLOWED: ReadonlySet<Expectation['kind']> = new Set([
  'accepted',
  'accepted-or-absent',
  'absent',
  'unauthenticated',
]);

/**
 * Whether a contradiction between a call and the schemas of its surface is a violation. A tool that declares a required
 * argument as optional breaks the rule only if calls without the argument fail.
 */
function isJudged(of: Contradiction['of'], expect: Expectation, outcome: Outcome['kind']): boolean {
  if (of === 'omitted') return expect.kind === 'rejected' && expect.keyword === 'required' && outcome !== 'value';
  return of === 'result' || ALLOWED.has(expect.kind);
}

function describe({ of, pointer, keyword, at }: Contradiction): Omit<Violation, 'surface' | 'blame'> {
  if (keyword === 'structuredContent') {
    const message = 'The tool declares an outputSchema but returns no structured content.';
    const about = { pointer: '/result/structuredContent', cause: '' };
    return { ...about, kind: 'no-structured-content', message, expected: 'structured content', received: null };
  }
  if (of === 'omitted') return optionalArgument(pointer);
  const where = `${keyword} at ${at === '' ? 'its root' : at}`;
  // The alternatives of a schema often repeat a keyword of the same member.
  const cause = at.replaceAll(/\/(?:oneOf|anyOf)\/\d+/g, '');
  const about = { pointer: `/${of}${pointer}`, received: where, cause };
  if (of === 'arguments') {
    const message = `The tool's own inputSchema refuses this valid input: ${where}.`;
    return { ...about, kind: 'refused-by-input-schema', message, expected: 'an inputSchema that allows the input' };
  }
  const message = `The tool's result breaks the tool's own outputSchema: ${where}.`;
  return {
    ...about,
    kind: 'refused-by-output-schema',
    message,
    expected: 'a result that is valid against the outputSchema',
  };
}

function optionalArgument(pointer: string): Omit<Violation, 'surface' | 'blame'> {
  return {
    pointer: `/arguments${pointer}`,
    kind: 'optional-in-input-schema',
    message:
      "The tool's own inputSchema allows a call without this argument, which the contract requires. Such a call fails.",
    expected: 'an inputSchema that requires the argument',
    received: 'an optional argument',
    cause: pointer,
  };
}
