import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/json/json.js';
import { type HeaderPair, headerValue } from '../../../contract/wire/message.js';
import { withValue } from '../../miniatures/faults/service-changes.js';
import { type Setup, type Wrap, findings } from '../../miniatures/miniature-run.js';
import { FAITHFUL, withDraft } from '../../miniatures/surface.js';
import { type Workload, workloads } from '../../miniatures/workloads.js';

const { jobs } = await workloads();
const cases = jobs.plan.cases.filter(({ operation }) => operation.id === 'runJob');
const runs: Workload = { ...jobs, plan: { ...jobs.plan, cases } };
const CLIENT: HeaderPair = ['User-Agent', 'tested'];
const NAMED = withDraft((draft) => ({ ...draft, headers: [...draft.headers, CLIENT] }));

async function found(service: Wrap, surface: Setup['surface'] = FAITHFUL): Promise<readonly unknown[]> {
  const faults = await findings(runs, { workload: 'jobs', service, surface });
  // Removes findings of the rule `state/repeated`. The contract states that equal jobs have equal results, and this
  // rule checks it.
  const others = faults.filter(({ finding }) => finding.rule !== 'state/repeated');
  return others.map(({ finding, unsteady }) => [finding.rule, finding.kind, finding.pointer, unsteady === undefined]);
}

/** Changes the result of a job in the reply that creates the job. The request does not contain the result. */
function withResult(change: (done: JsonObject) => JsonObject): Wrap {
  return (respond, lane) => {
    const changed = withValue(200, change)(respond, lane);
    return (request) => (request.method === 'POST' ? changed(request) : respond(request));
  };
}

describe('reply members that are not in the request are compared between surfaces, unless the service assigns them', () => {
  it('values that the service does not assign are compared between surfaces', async () => {
    const byClient: Wrap = (respond, lane) => (request) =>
      headerValue(request.headers, 'user-agent') === 'tested'
        ? withResult((done) => ({ ...done, total: Number(done['total']) + 1 }))(respond, lane)(request)
        : respond(request);
    expect(await found(byClient, NAMED)).toEqual([['parity/same-value', 'stray-reply', '/response/body/total', true]]);
  });

  it.each<[string, Wrap]>([
    ['a random number in the reply', withResult((done) => ({ ...done, total: Math.floor(Math.random() * 1e9) }))],
    [
      'a counter that the service increments and a reset does not restore',
      (respond, lane) => {
        let count = 0;
        return withResult((done) => ({ ...done, total: (count += 1) }))(respond, lane);
      },
    ],
    [
      'the current time in seconds in the reply',
      withResult((done) => ({ ...done, total: Math.floor(Date.now() / 1000) })),
    ],
  ])('a value that the service assigns is not compared between surfaces: %s', async (_, service) => {
    expect(await found(service)).toEqual([]);
  });
});
