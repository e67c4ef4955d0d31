import type { Misuse } from '../../../contract/case.js';
import type { Observation } from '../../../surfaces/observation.js';
import { EVERYWHERE, type TrialRule, shows } from '../../rule.js';

/** A typing error in the name of an argument is reported, and does not become a call without the argument. */
export const argumentsChecked: TrialRule = {
  id: 'conformance/arguments-checked',
  severity: 'must',
  statement:
    'A tool whose inputSchema allows no further arguments, and a command line, refuse a call with an unknown argument, or without an argument of the path, before a request is sent. Surfaces with other conventions may ignore unknown arguments.',
  source:
    'MCP 2025-11-25, Tools, Security Considerations: servers MUST validate all tool inputs; POSIX Utility Syntax: an unknown option is an error',
  repair: 'Compare the arguments of a call with those of its operation before the request is built.',
  backends: EVERYWHERE,
  reads: 'call',
  misuse: 'only',
  check: (trial, context) => {
    const { misuse } = trial.case;
    if (misuse !== 'unknown-argument' && misuse !== 'missing-argument') return undefined;
    return trial.observations
      .filter((observation) => !shows(context, observation.surface, 'schemas') || isRefused(observation, misuse))
      .filter(({ outcome, exchanges }) => exchanges.length > 0 || outcome.kind === 'value' || outcome.kind === 'events')
      .map(({ surface, exchanges: [first], outcome }) => ({
        surface,
        pointer: '/arguments',
        kind: `${misuse}-accepted`,
        message: `The surface made a call ${WORDS[misuse]}.`,
        expected: 'a refusal before a request is sent',
        received: first === undefined ? outcome.kind : `${first.request.method} ${first.request.target}`,
        blame: 'surface',
        cause: '',
        place: trial.operation.id,
      }));
  },
};

type OfArguments = Extract<Misuse, `${string}-argument`>;

const WORDS: Readonly<Record<OfArguments, string>> = {
  'unknown-argument': 'with an argument that the operation does not have',
  'missing-argument': 'without an argument of the path',
};

/** The keywords of an inputSchema that refuse such a call. Other ones refuse arguments that the call has anyway. */
const REFUSING: Readonly<Record<OfArguments, readonly string[]>> = {
  'unknown-argument': ['additionalProperties', 'unevaluatedProperties'],
  'missing-argument': ['required'],
};

/** A tool may declare that it takes any arguments. */
function isRefused({ outcome }: Observation, misuse: OfArguments): boolean {
  const contradictions = 'native' in outcome ? (outcome.native?.contradictions ?? []) : [];
  return contradictions.some(({ of, keyword }) => of === 'arguments' && REFUSING[misuse].includes(keyword));
}
