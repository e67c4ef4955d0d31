import { beforeAll, expect, it } from 'vitest';
import type { CaseInput } from '../../../contract/case.js';
import { type JsonObject, isJsonObject } from '../../../contract/json/json.js';
import { findings } from '../../miniatures/miniature-run.js';
import { type Steps, withInput } from '../../miniatures/surface.js';
import { type Workload, workloads } from '../../miniatures/workloads.js';

let shelf: Workload;
let tasks: Workload;
beforeAll(async () => {
  ({ shelf, tasks } = await workloads());
});

/** A surface that changes the bodies of requests with the given method. */
function changing(method: string, change: (body: JsonObject) => JsonObject): Steps {
  return withInput((input, operation): CaseInput =>
    operation.method === method && isJsonObject(input.body) ? { ...input, body: change(input.body) } : input,
  );
}

it.each<[string, Steps, readonly string[]]>([
  [
    'a string of a PATCH',
    changing('patch', (body) => ({ ...body, ...('title' in body && { title: 'x' }) })),
    ['patch'],
  ],
  ['a string of a PUT', changing('put', (body) => ({ ...body, ...('title' in body && { title: 'x' }) })), ['put']],
  ['nothing', changing('patch', (body) => body), []],
])('the service is not blamed for what it stored if a surface changes %s', async (_, surface, want) => {
  const found = await findings(tasks, { surface, workload: 'tasks' });
  expect(found.map(({ finding: { rule, kind, blame } }) => `${rule} ${kind} ${blame}`)).toEqual(
    want.map(() => 'parity/same-request changed surface'),
  );
});

it('the service is not blamed for equal pages if a surface drops the cursor beside the page size', async () => {
  const surface = withInput(({ query = {}, ...input }): CaseInput => {
    const { after, ...others } = query;
    return { ...input, query: Object.keys(others).length > 0 || after === undefined ? others : { after } };
  });
  const found = await findings(shelf, { surface, workload: 'shelf' });
  expect(found.map(({ finding: { rule, kind, blame } }) => `${rule} ${kind} ${blame}`)).toEqual([
    'parity/same-request missing surface',
  ]);
});
