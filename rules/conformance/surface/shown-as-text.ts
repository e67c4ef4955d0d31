import { MARKUP_TEXT } from '../../../surfaces/shown-json.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyContent, replyOf } from '../../reply.js';
import { EVERYWHERE, type TrialRule, judgedEach, shows } from '../../rule.js';

/**
 * A page shows the texts of a reply as text. If it parsed them as HTML, anyone who can write such a text could run code
 * in the page.
 */
export const shownAsText: TrialRule = {
  id: 'conformance/shown-as-text',
  severity: 'must',
  statement: 'A page shows the texts of a reply as text, and never as HTML.',
  source:
    'OWASP ASVS 5.0, 3.2.2: content to be shown as text is handled by safe functions such as `textContent`; CWE-79',
  repair: 'Set the text with `textContent` or `append`, and not with `innerHTML`, in the place that shows this text.',
  backends: EVERYWHERE,
  reads: 'outcome',
  check: (trial, context) =>
    judgedEach(trial, (observation) =>
      shows(context, observation.surface, 'markup') ? parsed(observation) : undefined,
    ),
};

function parsed(observation: Observation): readonly Violation[] | undefined {
  const { surface, outcome } = observation;
  if (!('native' in outcome) || outcome.native?.parsedMarkup !== true) return hasMarkup(observation) ? [] : undefined;
  return [
    {
      surface,
      pointer: '/outcome',
      kind: 'text-parsed',
      message: 'The page parses a text of the reply as HTML.',
      expected: `the text ${MARKUP_TEXT}`,
      received: 'an element, or a decoded character reference',
      blame: 'surface',
      cause: '',
      dependsOnReply: true,
    },
  ];
}

function hasMarkup(observation: Observation): boolean {
  const reply = replyOf(observation);
  const content = reply && replyContent(reply);
  return content !== undefined && new TextDecoder().decode(content).includes(MARKUP_TEXT);
}
