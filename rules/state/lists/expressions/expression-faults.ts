import { chosen } from '../../../../contract/collections/list-choices.js';
import { parseExpression } from '../../../../contract/collections/expressions/expression.js';
import { isCertain } from '../../../../contract/collections/expressions/list-expressions.js';
import type { Violation } from '../../../finding.js';
import { type Trial, type TrialContext, responder } from '../../../rule.js';
import { lacksMatch } from '../../evidence/listed-elements.js';
import { type SelectedList, isSelection, selectedReadings } from '../../evidence/selected.js';
import { satisfies } from './satisfied.js';

/**
 * Judges a list that was requested with an expression, such as `$filter=price ge 20 and status eq 'open'`. Each element
 * must satisfy it, and no element that satisfies it may be missing. `undefined` if the meaning of the expression is not
 * certain, or if the elements do not show whether the service uses it.
 */
export function expressionFaults(
  trial: Trial,
  context: TrialContext,
  selected: SelectedList,
): readonly Violation[] | undefined {
  const { operation, case: shown } = trial;
  const [used, ...others] = selected.expressions.filter((each) => chosen(shown.input.query, each) !== undefined);
  const text = used && chosen(shown.input.query, used);
  const expression = typeof text === 'string' ? parseExpression(text) : undefined;
  if (used === undefined || expression === undefined || others.length > 0) return undefined;
  if (!isCertain(expression, used.members) || shown.expect.kind === 'rejected') return undefined;
  const isOther = isSelection({ ...selected, expressions: [] }, shown.input) || shown.feeds !== undefined;
  const judged = selectedReadings(trial, context, selected, !isOther);
  if (judged.length === 0) return undefined;
  return judged.flatMap(({ observation: { surface }, now, before }): readonly Violation[] => {
    const other = now.elements.find((element) => satisfies(expression, element) === false);
    const isLost =
      before !== undefined &&
      now.isWhole &&
      lacksMatch(selected.list, before, now, (element) => satisfies(expression, element) === true);
    if (other === undefined && !isLost) return [];
    const what = other === undefined ? 'lacks an element that satisfies' : 'returns an element that does not satisfy';
    const members = new Set(expression.comparisons.map(({ member }) => member));
    return [
      {
        surface,
        pointer: `/response/body${selected.list.elements}`,
        kind: 'expression-not-applied',
        message: `${operation.id} with ${used.name} ${what} \`${text as string}\`.`,
        expected: 'exactly the elements that satisfy the expression',
        received:
          other === undefined
            ? 'no element'
            : Object.fromEntries(Object.entries(other).filter(([name]) => members.has(name))),
        blame: responder(context),
        cause: `${operation.id} ${used.name}`,
      },
    ];
  });
}
