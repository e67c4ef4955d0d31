import type { NativeSignal } from '../../../surfaces/outcome.js';
import { EVERYWHERE, type TrialRule, shows } from '../../rule.js';

/**
 * The text of a result agrees with its structured content. Some hosts pass only the text to a model, and other hosts
 * pass only the structured content.
 */
export const resultText: TrialRule = {
  id: 'conformance/result-text',
  severity: 'should',
  statement:
    'The text of a tool result is the JSON of its structured content, or prose. It is not this JSON in a code block or a string.',
  source:
    'MCP 2025-11-25, Tools, Structured Content: a tool that returns structured content SHOULD also return the serialized JSON as text',
  repair: 'Serialise the structured content into the text block, whole and unchanged.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) => {
    const shown = trial.observations.filter(({ surface }) => shows(context, surface, 'schemas'));
    if (shown.length === 0) return undefined;
    return shown.flatMap(({ surface, outcome }) => {
      const fault = 'native' in outcome ? outcome.native?.text : undefined;
      return fault === undefined
        ? []
        : [{ surface, pointer: '/result/content', blame: 'surface' as const, cause: '', ...FAULTS[fault] }];
    });
  },
};

const FAULTS = {
  missing: {
    kind: 'text-missing',
    message: 'The tool result has structured content but no text.',
    expected: 'the JSON of the structured content',
    received: null,
  },
  malformed: {
    kind: 'text-malformed',
    message: 'The text of the tool result begins like JSON but cannot be parsed.',
    expected: 'the JSON of the structured content',
    received: 'text that is not JSON',
  },
  different: {
    kind: 'text-different',
    message: 'The text of the tool result has a different value from its structured content.',
    expected: 'the JSON of the structured content',
    received: 'the JSON of a different value',
  },
  packed: {
    kind: 'text-packed',
    message:
      'The text of the tool result contains the JSON of its structured content, but in a code block or a string. A client that parses the text fails.',
    expected: 'the JSON of the structured content, and nothing else',
    received: 'a code block of Markdown or a JSON string that contains the JSON',
  },
} as const satisfies Record<NonNullable<NativeSignal['text']>, object>;
