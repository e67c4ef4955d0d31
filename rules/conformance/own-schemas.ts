import type { Expectation } from '../../contract/case.js';
import type { Contradiction } from '../../surfaces/outcome.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type TrialRule, shows } from '../rule.js';

/**
 * A surface that tells schemas of its own keeps to them. One that allows more than the contract is no fault by itself: some
 * hosts cannot read all that a contract says.
 */
export const ownSchemas: TrialRule = {
  id: 'conformance/own-schemas',
  severity: 'must',
  statement: 'The schemas that a tool declares allow every input that the contract allows, and describe each result that it returns.',
  source: 'MCP 2025-11-25, Tools: inputSchema, Output Schema (a server MUST return structured content that conforms to it)',
  repair: "Generate the tool's schemas from the contract, or correct them where they are written by hand.",
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => {
    const telling = trial.observations.filter(({ surface }) => shows(context, surface, 'schemas'));
    if (telling.length === 0) return undefined;
    return telling.flatMap(({ surface, outcome }) =>
      ('native' in outcome ? (outcome.native?.contradictions ?? []) : [])
        .filter(({ of }) => of === 'result' || ALLOWED.has(trial.case.expect.kind))
        .map((contradiction) => ({
          surface,
          ...told(contradiction),
          blame: 'surface' as const,
          ...(contradiction.of === 'result' && { dependsOnReply: true as const }),
        })),
    );
  },
};

/** The contract calls such an input valid, whatever else the case is about. */
const ALLOWED: ReadonlySet<Expectation['kind']> = new Set(['accepted', 'accepted-or-absent', 'absent', 'unauthenticated']);

function told({ of, pointer, keyword, at }: Contradiction): Omit<Violation, 'surface' | 'blame'> {
  if (keyword === 'structuredContent') {
    const message = 'The tool declares an outputSchema and returns no structured content.';
    const about = { pointer: '/result/structuredContent', cause: '' };
    return { ...about, kind: 'no-structured-content', message, expected: 'structured content', received: null };
  }
  const where = `${keyword} at ${at === '' ? 'its root' : at}`;
  const about = { pointer: `/${of}${pointer}`, received: where, cause: at };
  if (of === 'arguments') {
    const message = `The tool's own inputSchema refuses this valid input: ${where}.`;
    return { ...about, kind: 'refused-by-input-schema', message, expected: 'an inputSchema that allows it' };
  }
  const message = `The tool's result does not meet its own outputSchema: ${where}.`;
  return { ...about, kind: 'refused-by-output-schema', message, expected: 'a result that meets it' };
}
