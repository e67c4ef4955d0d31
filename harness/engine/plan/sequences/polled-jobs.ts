import type { Collection } from '../../../../contract/collections/collection.js';
import { returnedItemSchema } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { acceptedCases, pathWithout, withoutOptions } from '../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../planned/planned-sequence.js';

type Subject = Omit<PlanSubject, 'operations'>;

/** The pauses before the reads of a job, in milliseconds. Most jobs of test services end within a second. */
const PAUSES_MS: readonly number[] = [50, 150, 300, 500];
/** The maximum number of jobs that are polled. */
const MOST_JOBS = 2;
/** The maximum number of inputs with which one job is started. */
const MOST_INPUTS = 1;

/** Names of members that state the progress of a job. */
const PROGRESS = /(?:^|[-_a-z])(?:state|status|progress|phase)$/i;

/**
 * Sequences that start a job and read it several times. A job is an item whose create documents 202 (RFC 9110 §15.3.3)
 * or `Retry-After`, and whose read returns its progress. The reads show the states that follow the first.
 */
export function polledJobs(subject: Subject): readonly PlannedSequence[] {
  return subject.collections.flatMap((each) => polled(subject, each)).slice(0, MOST_JOBS);
}

function polled({ contract, maker, isChosen }: Subject, { create, read }: Collection): readonly PlannedSequence[] {
  if (create === undefined || read === undefined || !isChosen(create) || !isChosen(read.operation)) return [];
  if (!startsJob(create) || !showsProgress(contract, read.operation)) return [];
  const [simplest] = acceptedCases(maker, read.operation, 'accepted-or-absent');
  return acceptedCases(maker, create)
    .slice(0, MOST_INPUTS)
    .map((made) => {
      const steps = new Steps(`polled-${create.id}`);
      const job = steps.add(create, made);
      const { path: _, ...rest } = withoutOptions(read.operation, simplest?.input ?? {});
      const input = { ...rest, ...pathWithout(made.input.path, read.id.name) };
      const feeds = [{ ...read.id, step: job }];
      // A service may remove a job that has ended.
      for (const pauseMs of PAUSES_MS)
        steps.add(read.operation, { input }, { expect: { kind: 'answered' }, feeds, pauseMs });
      return steps.extraSequence();
    });
}

function startsJob(create: Operation): boolean {
  const headers = create.responses.flatMap((response) => (response.status.startsWith('2') ? response.headers : []));
  return documentsStatus(create, 202) || headers.some(({ name }) => name.toLowerCase() === 'retry-after');
}

function showsProgress(contract: Contract, read: Operation): boolean {
  const item = returnedItemSchema(contract, read);
  if (item === undefined) return false;
  return [...statedMembers(contract.schemas, [item]).keys()].some((name) => PROGRESS.test(name));
}
