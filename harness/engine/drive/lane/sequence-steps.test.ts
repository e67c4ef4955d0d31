import { caseOf } from '../../../../contract/fixtures/cases.js';
import { beforeAll, expect, it } from 'vitest';
import type { Case } from '../../../../contract/case.js';
import type { Contract } from '../../../../contract/contract.js';
import { contractAt } from '../../../../contract/fixtures/contracts.js';
import type { Json } from '../../../../contract/json/json.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { MOST_PAGES, type RunStep, runSteps } from './sequence-steps.js';

let contract: Contract;
beforeAll(async () => {
  contract = await contractAt('contract/item-service.openapi.yaml');
});

function step(id: string, operation: string, more: Partial<Case> = {}): Case {
  return caseOf(operation, { id, provenance: { kind: 'sequence', name: id }, ...more });
}

/**
 * Returns a `RunStep` that answers each call with the next body. After the last body, it answers every call with this
 * body.
 */
function answering(...bodies: readonly Json[]): RunStep {
  let made = 0;
  return async (_, toRun): Promise<Observation> => {
    const body = Buffer.from(JSON.stringify(bodies[Math.min(made, bodies.length - 1)]));
    made += 1;
    return {
      surface: 'rest',
      case: toRun,
      outcome: { kind: 'value' },
      exchanges: [
        {
          request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) },
          response: {
            kind: 'response',
            status: 200,
            headers: [
              ['content-type', 'application/json'],
              ['ETag', '"7"'],
            ],
            body,
          },
        },
      ],
    };
  };
}

const READ = step('read', 'getItem', { feeds: [{ in: 'path', name: 'item_id', pointer: '/item_id', step: 'create' }] });
const WALK = step('walk', 'listItems', {
  input: { query: { limit: 1 } },
  follow: { in: 'query', name: 'cursor', pointer: '/next_cursor' },
});

it('a value from an earlier reply is passed to a later step', async () => {
  const seen = await runSteps(
    { contract, surface: 'rest' },
    [step('create', 'createItem'), READ],
    answering({ item_id: 'a/b' }),
  );
  expect(seen.map((each) => each.case.input)).toEqual([{}, { path: { item_id: 'a/b' } }]);
  expect(seen[1]?.earlier?.map((each) => each.case.id)).toEqual(['create']);
});

it('the ETag of an earlier reply is passed as a header, even if the harness sends the request itself', async () => {
  const feeds = [{ in: 'header', name: 'If-Match', pointer: '', step: 'create' }] as const;
  const raw = { fault: 'condition', words: 'with a precondition' } as const;
  const steps = [
    step('create', 'createItem'),
    step('put', 'getItem', { feeds }),
    step('raw', 'getItem', { feeds, raw }),
  ];
  const [, put, sent] = await runSteps({ contract, surface: 'rest' }, steps, answering({}));
  expect([put?.case.input, sent?.case.input]).toEqual([{ header: { 'If-Match': '"7"' } }, {}]);
  expect(sent?.case.raw?.headers).toEqual({ 'if-match': '"7"' });
});

it('a step with a missing value is skipped, and the steps after it run', async () => {
  const seen = await runSteps(
    { contract, surface: 'rest' },
    [step('create', 'createItem'), READ, step('list', 'listItems')],
    answering({ item_id: null }),
  );
  expect(seen.map(({ outcome }) => outcome.kind)).toEqual(['value', 'inexpressible', 'value']);
});

it('the pages of a list are read until a reply has no link to a further page', async () => {
  const pages = [{ next_cursor: 'b' }, { next_cursor: 'c' }, { next_cursor: null }];
  const [walk] = await runSteps({ contract, surface: 'rest' }, [WALK], answering(...pages));
  expect(walk?.followed?.map((page) => page.case.input)).toEqual([
    { query: { limit: 1, cursor: 'b' } },
    { query: { limit: 1, cursor: 'c' } },
  ]);
});

it('if the first page of a list was found, a 404 for a later page is not permitted', async () => {
  const walk = { ...WALK, expect: { kind: 'accepted-or-absent' } } as const;
  const [first] = await runSteps({ contract, surface: 'rest' }, [walk], answering({ next_cursor: 'b' }));
  expect([first, ...(first?.followed ?? [])].map((page) => page?.case.expect.kind)).toEqual([
    'accepted-or-absent',
    'accepted',
  ]);
});

it('reading of pages stops at a page that links to itself, and after the maximum number of pages', async () => {
  const [same] = await runSteps({ contract, surface: 'rest' }, [WALK], answering({ next_cursor: 'b' }));
  expect(same?.followed?.length).toBe(1);
  const endless = Array.from({ length: MOST_PAGES + 5 }, (_, index) => ({ next_cursor: `c${index}` }));
  const [walk] = await runSteps({ contract, surface: 'rest' }, [WALK], answering(...endless));
  expect(walk?.followed?.length).toBe(MOST_PAGES);
});

it('an operation is not called again after three of its calls in the sequence have timed out', async () => {
  const hanging: RunStep = async (_, toRun) => ({
    surface: 'rest',
    case: toRun,
    outcome: { kind: 'timeout', afterMs: 1 },
    exchanges: [],
  });
  const steps = ['one', 'two', 'three', 'four'].flatMap((id) => [
    step(id, 'createItem'),
    step(`list ${id}`, 'listItems'),
  ]);
  const listing: RunStep = (operation, toRun) =>
    operation.id === 'listItems' ? answering({ items: [] })(operation, toRun) : hanging(operation, toRun);
  const seen = await runSteps({ contract, surface: 'rest' }, steps, listing);
  expect(seen.map(({ outcome }) => outcome.kind).join(' ')).toBe(
    'timeout value timeout value timeout value inexpressible value',
  );
});

it('a sequence ends at a call to which the service does not reply', async () => {
  const run: RunStep = async (_, toRun) => ({
    surface: 'rest',
    case: toRun,
    outcome: { kind: 'crash', detail: 'closed' },
    exchanges: [
      {
        request: { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) },
        response: { kind: 'failed', reason: 'other side closed' },
      },
    ],
  });
  const seen = await runSteps(
    { contract, surface: 'rest' },
    [step('create', 'createItem'), step('list', 'listItems')],
    run,
  );
  expect(seen.map(({ outcome }) => outcome.kind)).toEqual(['crash', 'inexpressible']);
});
