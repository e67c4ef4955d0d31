import { type Found, withConsequence } from './found.js';

const HOSTED = 'inventory/hosted-page';

/**
 * Joins a finding of a card in a host with a finding of the same surface that explains it: a card that fails on a page
 * of its own, in all operations of the finding, also fails in a host.
 */
export function joinHostedPages(found: readonly Found[]): readonly Found[] {
  const causeOf = new Map(found.map((each) => [each, found.find((other) => explains(other, each))] as const));
  return found
    .filter((each) => causeOf.get(each) === undefined)
    .map((each) => found.filter((other) => causeOf.get(other) === each).reduce(withConsequence, each));
}

function explains({ finding: cause }: Found, { finding }: Found): boolean {
  return (
    finding.rule === HOSTED &&
    cause.rule !== HOSTED &&
    cause.blame === 'surface' &&
    cause.surfaces[0] === finding.surfaces[0] &&
    finding.operations.length > 0 &&
    finding.operations.every((operation) => cause.operations.includes(operation))
  );
}
