import { headerParameter } from '../../../../../contract/arguments.js';
import type { Case } from '../../../../../contract/case.js';
import type { Contract } from '../../../../../contract/contract.js';
import { linkFeeds } from '../../../../../contract/inputs/link-expressions.js';
import { linkedCall } from '../../../../../contract/inputs/linked-calls.js';
import type { Json } from '../../../../../contract/json/json.js';
import type { Operation } from '../../../../../contract/operation.js';
import { streamOf } from '../../../../../contract/stream-of.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { withEarlyReads } from '../../planned/early-reads.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { chosenRun } from './running-streams.js';

/** The maximum number of event ids after which a stream is resumed. */
const MOST_RESUMED = 3;

/**
 * Sequences for each event stream that is the target of an OpenAPI link. They call the operation with the link, read
 * the whole stream, and then resume the stream after a few of its events. If the client chooses the identifier of the
 * run, they also read the stream before the run exists.
 */
export function planResumed(
  contract: Contract,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): readonly PlannedSequence[] {
  return contract.operations.flatMap((stream) => {
    const name = lastEventName(stream);
    const linked = linkedCall(contract, stream);
    if (name === undefined || linked === undefined || !isChosen(stream) || !isChosen(linked.source)) return [];
    const begun =
      chosenRun(maker, linked) ?? maker.simple(linked.source).find(({ expect }) => expect.kind === 'accepted');
    const [simplest] = maker.simple(stream);
    const ids = lastEventIds(maker.simple(stream), name);
    if (begun === undefined || simplest === undefined || ids.length === 0) return [];
    const steps = new Steps('resumed');
    const first = steps.add(linked.source, begun);
    const fed = { feeds: linkFeeds(linked.link, 'path').map((feed) => ({ ...feed, step: first })) };
    const { path: _, header = {}, ...rest } = simplest.input;
    const { [name]: __, ...others } = header;
    for (const id of [undefined, ...ids]) {
      const sent = { ...others, ...(id !== undefined && { [name]: id }) };
      steps.add(stream, { input: { ...rest, ...(Object.keys(sent).length > 0 && { header: sent }) } }, fed);
    }
    return withEarlyReads([steps.extraSequence()]);
  });
}

/** The name of the parameter for `Last-Event-ID`, if the operation has a stream with terminal events. */
function lastEventName(operation: Operation): string | undefined {
  if ((streamOf(operation)?.terminal.length ?? 0) === 0) return undefined;
  return headerParameter(operation, 'Last-Event-ID')?.name;
}

/**
 * The shortest event ids in the cases. Short ids are most likely to exist, because services often number events from 1.
 */
function lastEventIds(cases: readonly Case[], name: string): readonly Json[] {
  const ids = new Set(cases.flatMap(({ input: { header } }) => header?.[name] ?? []));
  return [...ids].toSorted((a, b) => String(a).length - String(b).length).slice(0, MOST_RESUMED);
}
