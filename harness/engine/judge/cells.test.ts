import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { CellSubject } from './cell-subject.js';
import { cell } from './cells.js';
import { type Tally, newTally } from './tally.js';
import { BESIDE_PATH, CONFLICTS } from './undecided.js';

const SUBJECT: CellSubject = {
  group: 'create_item',
  operation: 'createItem' as OperationId,
  surface: 'cli',
  backend: 'reference',
  tally: tally({}),
  unavailable: undefined,
  withoutValues: [],
  identifiers: [],
};

function tally(counts: Partial<Tally>): Tally {
  return { ...newTally(), cases: 10, accepted: 5, rejected: 5, refusals: new Set(['500', '400']), ...counts };
}

const BROKEN = new Map([['parity/same-value', 1]]);

describe('a cell gets its verdict from the results of its cases', () => {
  const cases: readonly (readonly [string, Partial<CellSubject>, verdict: string, hasReason: boolean])[] = [
    ['a cell passes if all cases run and some are accepted', {}, 'pass', false],
    [
      'a cell is inconclusive if the surface did not start',
      { unavailable: 'no such file', tally: undefined },
      'inconclusive',
      true,
    ],
    [
      'a cell is inconclusive if the offered operations could not be read',
      { inventoryUnread: 'no connection' },
      'inconclusive',
      true,
    ],
    ['a cell is inconclusive if there is no case', { tally: tally({ cases: 0 }) }, 'inconclusive', true],
    ['a cell is inconclusive if a case did not run', { tally: tally({ missed: 1 }) }, 'inconclusive', true],
    ['a cell is inconclusive if a case was not judged', { tally: tally({ unjudged: 1 }) }, 'inconclusive', true],
    [
      'a cell is inconclusive if the surface can express no case',
      { tally: tally({ inexpressible: 10 }) },
      'inconclusive',
      true,
    ],
    [
      'a cell is inconclusive if every call was refused',
      { tally: tally({ accepted: 0, rejected: 10 }) },
      'inconclusive',
      true,
    ],
    [
      'a cell is inconclusive if every invalid input was answered 404',
      { tally: tally({ blocked: new Set([BESIDE_PATH]) }), identifiers: ['item_id'] },
      'inconclusive',
      true,
    ],
    [
      'a cell is inconclusive if every invalid input was answered 404 or 409',
      { tally: tally({ blocked: new Set([BESIDE_PATH, CONFLICTS]) }) },
      'inconclusive',
      true,
    ],
    [
      'a cell passes if one invalid input got a reply that shows whether the service validates it',
      { tally: tally({ blocked: new Set([BESIDE_PATH]), verifiedFor: new Set([BESIDE_PATH]) }) },
      'pass',
      false,
    ],
    [
      'a cell passes if a shard has only refused calls, and a different shard has the accepted calls',
      { tally: tally({ accepted: 0, rejected: 10 }), elsewhere: 'accepted' },
      'pass',
      false,
    ],
    [
      'a cell is inapplicable if all cases are in other shards',
      { tally: undefined, elsewhere: 'all' },
      'inapplicable',
      true,
    ],
    [
      'a cell is inconclusive if the surface did not start, even if all cases are in other shards',
      { unavailable: 'no such file', tally: undefined, elsewhere: 'all' },
      'inconclusive',
      true,
    ],
    ['a cell fails if a rule was broken', { tally: tally({ broken: BROKEN }) }, 'fail', false],
    [
      'a cell fails if a rule was broken and a case did not run',
      { tally: tally({ broken: BROKEN, missed: 1 }) },
      'fail',
      true,
    ],
    [
      'a cell fails if a rule was broken and a case was not judged',
      { tally: tally({ broken: BROKEN, unjudged: 1 }) },
      'fail',
      true,
    ],
    [
      'a cell passes if a rule was not observable in some cases, and was verified in other cases of the same kind',
      { tally: tally({ blocked: new Set(['state/echo accepted']), verifiedFor: new Set(['state/echo accepted']) }) },
      'pass',
      false,
    ],
    [
      'a cell fails with a reason if a rule was broken, and a rule was not observable in any case of a kind',
      {
        tally: tally({
          broken: BROKEN,
          blocked: new Set(['state/echo accepted']),
          verifiedFor: new Set(['state/echo rejected']),
        }),
      },
      'fail',
      true,
    ],
  ];
  it.each(cases)('%s', (_, given, want, hasReason) => {
    const made = cell({ ...SUBJECT, ...given });
    expect(made.verdict).toBe(want);
    expect(made.reason !== undefined).toBe(hasReason);
  });

  it('the reason of a cell names the rules that were not verified', () => {
    const made = cell({
      ...SUBJECT,
      tally: tally({ blocked: new Set(['state/echo accepted', 'conformance/response-body accepted']) }),
    });
    expect(made.unverified).toEqual(['conformance/response-body', 'state/echo']);
    expect(made.reason).toBe(
      'rules that could not be checked because of another failure: conformance/response-body, state/echo',
    );
  });

  it('the reason of a cell names the argument for which no value could be made', () => {
    expect(cell({ ...SUBJECT, tally: undefined, withoutValues: ['body'] }).reason).toBe(
      'no case was run: no value of `body` could be made; give it an example in the contract',
    );
  });

  it('the reason of a cell lists the replies if no call was accepted, and names the argument that needs a value', () => {
    const reason = (answers: readonly string[], identifiers: readonly string[]): string | undefined =>
      cell({ ...SUBJECT, identifiers, tally: tally({ accepted: 0, rejected: 10, refusals: new Set(answers) }) }).reason;
    expect(reason(['404', 'no reply', '401'], ['item_id'])).toBe(
      "0 of 10 calls were accepted (replies: 401, 404, no reply); `item_id` must name an existing resource: set `values: { item_id: { known: ['…'] } }` in parity.config.ts (`init` writes one), or give an example of the parameter in the contract",
    );
    const quick = { identifiers: ['item_id'], createdInWholeRun: true, tally: tally({ accepted: 0 }) };
    expect(cell({ ...SUBJECT, ...quick }).reason).toMatch(
      /resource: run without `--quick`, so that the check creates /,
    );
    expect(reason(['401'], ['item_id'])).toBe(
      '0 of 10 calls were accepted (replies: 401); give a credential that the service accepts, with `--token` or `--header`, or as `token` or `credentials` in parity.config.ts, or correct the `security` of the operation in the contract',
    );
    expect(reason(['409'], ['item_id'])).toBe(
      '0 of 10 calls were accepted (replies: 409); each call conflicts with what the service has stored, for example because a value must be unique: give the operation an example whose values no stored item has, a `resetPath` that removes what earlier calls stored, or another `--seed` if an earlier run stored it',
    );
    expect(reason(['422'], [])).toMatch(/\(replies: 422\); run the phases examples, /);
    const failing = tally({ accepted: 0, refusals: new Set(['422']), broken: new Map([['conformance/outcome', 1]]) });
    expect(cell({ ...SUBJECT, identifiers: [], tally: failing }).reason).toMatch(/\(replies: 422\)$/);
    expect(
      reason(
        Array.from({ length: 99 }, (_, index) => String(400 + index)),
        [],
      ),
    ).toMatch(/: 400, 401, 402, 403, 404, 405, …\)/);
  });

  it('the reason recommends another seed if most calls conflict with stored items', () => {
    const refused = tally({
      accepted: 0,
      refusals: new Set(['409', '422']),
      validRefused: new Map([['409', 9]]),
      broken: new Map([['conformance/status-documented', 1]]),
    });
    expect(cell({ ...SUBJECT, identifiers: [], tally: refused }).reason).toMatch(
      /was 409; if an earlier run has stored the same values, run with another `--seed`$/,
    );
  });

  it('the reason of a cell does not recommend an example if calls were not sent because they may change existing items', () => {
    const given = tally({ accepted: 0, rejected: 10, refusals: new Set(['404']) });
    expect(cell({ ...SUBJECT, identifiers: ['item_id'], notSent: 3, tally: given }).reason).toBe(
      "0 of 10 calls were accepted (replies: 404); 3 calls were not sent, because an identifier in the path may name an item that the check did not create; name identifiers that it may change: set `values: { item_id: { known: ['…'] } }` in parity.config.ts (`init` writes one)",
    );
  });

  it.each<[string, { given: readonly [refusals: readonly string[], missingPath?: string]; want: string }]>([
    [
      'the reason recommends the URL with the missing path if all replies show that the path does not exist',
      { given: [['404', '405'], '/v1'], want: 'as in `http://127.0.0.1:{port}/v1`' },
    ],
    [
      'the reason asks for an identifier if one reply shows that the path exists',
      { given: [['404', '422'], '/v1'], want: '`item_id` must name' },
    ],
    [
      'the reason asks for an identifier if the URL already has the path',
      { given: [['404']], want: '`item_id` must name' },
    ],
  ])('the reason of a cell explains why all calls are refused: %s', (_, { given: [refusals, missingPath], want }) => {
    const none = tally({ accepted: 0, rejected: 10, refusals: new Set(refusals) });
    expect(cell({ ...SUBJECT, identifiers: ['item_id'], missingPath, tally: none }).reason).toContain(want);
  });

  it.each<[string, { given: readonly [Record<string, number>, readonly string[]]; want: string }]>([
    [
      'a reply shows that the resource was found',
      {
        given: [{ '404': 1, '412': 2, '428': 7 }, ['item_id']],
        want: '; the status of most replies to valid calls was 428; give the operation an example that the service accepts',
      },
    ],
    [
      'all identifiers have known values',
      {
        given: [{ '404': 2 }, []],
        want: '; the status of most replies to valid calls was 404; give the operation an example that',
      },
    ],
    [
      'all identifiers have known values, and 404 is the most frequent reply',
      {
        given: [{ '404': 9, '409': 2, '422': 1 }, []],
        want: '; apart from 404, the status of most replies to valid calls was 409; give the operation an example that the service accepts, such as an item whose state permits the call',
      },
    ],
    [
      'replies show that the resource was not found',
      { given: [{ '404': 2, '409': 1 }, ['item_id']], want: '); `item_id` must name' },
    ],
    ['no reply has the status 404', { given: [{ '422': 2 }, ['item_id']], want: '); `item_id` must name' }],
    [
      'there was no valid call',
      { given: [{}, []], want: '); run the phases examples, boundary or valid as well, or give' },
    ],
  ])(
    'if no call was accepted, the reason names the most frequent reply or what the call needs: %s',
    (_, { given: [replies, identifiers], want }) => {
      const validRefused = new Map(Object.entries(replies));
      const refused = tally({ accepted: 0, rejected: 10, refusals: new Set(validRefused.keys()), validRefused });
      expect(cell({ ...SUBJECT, identifiers, tally: refused }).reason).toContain(want);
    },
  );

  it('if the service refuses valid calls for created items, the reason quotes one of these refusals', () => {
    const none = tally({
      accepted: 0,
      refusals: new Set(['404', '422']),
      validRefused: new Map([
        ['404', 9],
        ['422', 2],
      ]),
      refusalTexts: new Map([['422', 'startsAt must be in the future']]),
    });
    const creators = { practitionerId: 'createPractitioner' as OperationId };
    const reason = (refusedCreators: readonly OperationId[]): string | undefined =>
      cell({ ...SUBJECT, identifiers: ['practitionerId'], creators, refusedCreators, tally: none }).reason;
    expect(reason([])).toBe(
      '0 of 10 calls were accepted (replies: 404, 422); apart from 404, the status of most replies to valid calls was 422 ("startsAt must be in the future"); give the operation an example that the service accepts, or set `values` with `only: true`',
    );
    expect(reason(['createPractitioner' as OperationId])).toBe(
      "0 of 10 calls were accepted (replies: 404, 422); there is no item to call it with, because no call of createPractitioner was accepted: correct this first, or set `values: { practitionerId: { known: ['…'] } }` in parity.config.ts (`init` writes one)",
    );
  });

  it('if the surface can express no case, the reason says why', () => {
    const none = tally({ inexpressible: 10, refusalTexts: new Map([['inexpressible', 'a body of */* has no type']]) });
    expect(cell({ ...SUBJECT, tally: none }).reason).toBe(
      'the surface can express none of the cases: a body of */* has no type',
    );
  });

  it('if no scripted reply was a success, the reason recommends an example for the response', () => {
    const none = tally({ accepted: 0, refusals: new Set(['400', '599']), validRefused: new Map([['400', 2]]) });
    expect(cell({ ...SUBJECT, backend: 'scripted', identifiers: ['item_id'], tally: none }).reason).toBe(
      '0 of 10 calls were accepted (replies: 400, 599); the harness could not make a success reply from the schema of the response: give the response an example in the contract',
    );
  });

  it('if the surface sent no request to scripted replies, the reason does not ask for an example', () => {
    const none = tally({ accepted: 0, refusals: new Set(['no reply']) });
    expect(cell({ ...SUBJECT, backend: 'scripted', tally: none }).reason).toBe(
      '0 of 10 calls were accepted (replies: no reply); no request of the surface got a scripted reply: it may refuse each call before it sends a request',
    );
  });

  it('if other surfaces received scripted successes, the reason does not ask for an example', () => {
    const none = tally({ accepted: 0, refusals: new Set(['404', 'no reply']), validRefused: new Map([['404', 2]]) });
    expect(cell({ ...SUBJECT, backend: 'scripted', acceptedBeside: true, identifiers: [], tally: none }).reason).toBe(
      '0 of 10 calls were accepted (replies: 404, no reply), although other surfaces received success replies: no call of this surface reached an operation with a success reply',
    );
  });

  it('if the mock gave no success reply, the reason does not ask for a known identifier', () => {
    const none = tally({ accepted: 0, refusals: new Set(['422', '500']), validRefused: new Map([['500', 2]]) });
    expect(cell({ ...SUBJECT, backend: 'mock', identifiers: ['item_id'], tally: none }).reason).toBe(
      '0 of 10 calls were accepted (replies: 422, 500); the status of most replies to valid calls was 500, from Prism, the mock; give the success response an example in the contract, or check the operation against the service',
    );
  });

  it('a cell lists the rules that do not apply on its backend', () => {
    const on = (backend: CellSubject['backend']): readonly string[] => cell({ ...SUBJECT, backend }).inapplicable;
    // On a real service, the rules in this list are not applied, because they need scripted replies.
    expect(on('reference')).toEqual(['stream/resume', 'conformance/unexpected-reply', 'stream/parsed-alike']);
    expect(on('mock')).toContain('state/echo');
  });
});
