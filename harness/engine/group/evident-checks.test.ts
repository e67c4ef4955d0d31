import { expect, it } from 'vitest';
import type { Case } from '../../../contract/case.js';
import { collectionsOf } from '../../../contract/collections/collections.js';
import { contractOf } from '../../../contract/fixtures/contracts.js';
import { contextOf, replied, things, trialOf } from '../../../rules/fixtures/trials.js';
import type { BackendKind } from '../../../rules/rule.js';
import type { Outcome } from '../../../surfaces/outcome.js';
import { evidentChecks } from './evident-checks.js';

const contract = await things();
const PROBLEM: Outcome = { kind: 'problem' };

it.each<[string, Case['misuse'], Outcome, boolean, readonly string[]]>([
  [
    'refuses an unknown argument',
    'unknown-argument',
    { kind: 'refused', by: 'client', reason: '' },
    false,
    ['arguments a'],
  ],
  ['reports a problem for null', 'null-argument', PROBLEM, false, ['arguments a']],
  ['sends null, which the service refuses', 'null-argument', PROBLEM, true, []],
  ['crashes at an unknown argument', 'unknown-argument', { kind: 'crash', detail: '' }, false, []],
  ['accepts an unknown argument', 'unknown-argument', { kind: 'value' }, true, []],
  ['refuses a text of JSON', 'json-text', PROBLEM, false, []],
  ['refuses a right call', undefined, PROBLEM, false, []],
])('a surface checks arguments if it refuses a wrong argument itself: it %s', (_, misuse, outcome, isSent, want) => {
  const seen = { response: isSent ? replied(200, {}) : null, outcome };
  const trial = trialOf(
    contract,
    'getThing',
    { path: { thing_id: 'a' } },
    [seen],
    misuse === undefined ? {} : { misuse },
  );
  const checks = (['reference', 'mock'] as const).map((backend: BackendKind) =>
    trial.observations.flatMap((one) => evidentChecks(one, contextOf(contract, { backend }))),
  );
  expect(checks).toEqual([want, want]);
});

const TEXT = { type: 'string' };
const ITEMS = { type: 'array', items: { type: 'object', properties: { id: TEXT } } };
const LISTS = await contractOf({
  paths: {
    '/items': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'cursor', in: 'query', schema: TEXT },
        ],
        responses: {
          '200': {
            description: '',
            content: { 'application/json': { schema: { type: 'object', properties: { items: ITEMS, next: TEXT } } } },
          },
        },
      },
    },
  },
});

it.each<[string, readonly (readonly string[])[], BackendKind, readonly string[]]>([
  ['one page', [['a']], 'reference', []],
  ['a page and an empty page', [['a'], []], 'reference', []],
  ['two pages', [['a'], ['b']], 'reference', ['several pages']],
  ['two pages of a mock', [['a'], ['b']], 'mock', []],
])('a list has several pages if two pages have elements: %s', (_, [first = [], ...others], backend, want) => {
  const [page, ...followed] = [first, ...others].flatMap(
    (ids) =>
      trialOf(LISTS, 'list', {}, [{ response: replied(200, { items: ids.map((id) => ({ id })), next: 'n' }) }])
        .observations,
  );
  if (page === undefined) throw new Error('no page');
  const context = contextOf(LISTS, { collections: collectionsOf(LISTS).all, backend });
  expect(evidentChecks({ ...page, followed }, context)).toEqual(want);
});
