import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.js';
import type { Json } from '../contract/json/json.js';
import { TRIAL_RULES } from './catalogue/catalogue.js';
import { TOKEN_SHOWN, withRedactedToken } from './redacted-token.js';
import type { Violation } from './finding.js';
import { TRIAL_TOKEN, contextOf, replied, things, trialOf } from './fixtures/trials.js';
import { EVERYWHERE, type TrialRule } from './rule.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

function stating(violations: readonly Violation[] | undefined): TrialRule {
  return {
    id: 'x/y',
    severity: 'must',
    statement: '',
    source: '',
    repair: '',
    backends: EVERYWHERE,
    reads: 'call',
    check: () => violations,
  };
}

function violation(received: Json): Violation {
  return {
    surface: 'a',
    pointer: `/query/${TRIAL_TOKEN}`,
    kind: 'x',
    message: `It is ${TRIAL_TOKEN}.`,
    expected: null,
    received,
    blame: 'surface',
    cause: TRIAL_TOKEN,
  };
}

describe('the function withRedactedToken', () => {
  it('the token is redacted in every text, including names', () => {
    const rule = withRedactedToken(stating([violation({ [TRIAL_TOKEN]: [`Bearer ${TRIAL_TOKEN}`, 1, null] })]));
    expect(rule.check(trialOf(contract, 'makeThing', { body: {} }, []), contextOf(contract))).toEqual([
      {
        ...violation({ [TOKEN_SHOWN]: [`Bearer ${TOKEN_SHOWN}`, 1, null] }),
        pointer: `/query/${TOKEN_SHOWN}`,
        message: `It is ${TOKEN_SHOWN}.`,
        cause: TOKEN_SHOWN,
      },
    ]);
  });

  it('the percent-encoded token is redacted', () => {
    const rule = withRedactedToken(stating([violation('/?t=a%2Fb%20c%F0%9F%94%A7')]));
    expect(
      rule.check(trialOf(contract, 'makeThing', { body: {} }, []), contextOf(contract, { token: 'a/b c🔧' })),
    ).toMatchObject([{ received: `/?t=${TOKEN_SHOWN}` }]);
  });

  it('a short token is not redacted', () => {
    const context = contextOf(contract, { token: 'the' });
    const trial = trialOf(contract, 'makeThing', { body: {} }, []);
    expect(withRedactedToken(stating([violation('the other')])).check(trial, context)).toMatchObject([
      { received: 'the other' },
    ]);
    expect([
      withRedactedToken(stating(undefined)).check(trial, context),
      withRedactedToken(stating([])).check(trial, context),
    ]).toEqual([undefined, []]);
  });

  it('a value that is nested too deeply is not shown', () => {
    let deep: Json = TRIAL_TOKEN;
    for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
    const redacted =
      withRedactedToken(stating([violation(deep)])).check(
        trialOf(contract, 'makeThing', { body: {} }, []),
        contextOf(contract),
      ) ?? [];
    expect(JSON.stringify(redacted)).toContain('nested too deeply');
  });
});

describe('the token appears in requests, replies and outcomes, but in no violation of any rule', () => {
  const target = `/größe~/${TRIAL_TOKEN}?api_key=${TRIAL_TOKEN}&text=${TRIAL_TOKEN}`;
  const problem = { type: `urn:${TRIAL_TOKEN}`, [TRIAL_TOKEN]: TRIAL_TOKEN };

  it.each([
    [
      'the token in the request target',
      'getThing',
      [
        { request: { target }, response: replied(200, { name: TRIAL_TOKEN, id: 7 }) },
        { request: { target, method: TRIAL_TOKEN.toUpperCase() } },
      ],
    ],
    [
      'the token in the reported outcome',
      'getThing',
      [
        {
          response: replied(404, problem),
          outcome: { kind: 'problem', problem: { [TRIAL_TOKEN]: 1, detail: TRIAL_TOKEN } },
        },
        { response: null, outcome: { kind: 'crash', detail: TRIAL_TOKEN } },
      ],
    ],
    [
      'the token in the bodies',
      'makeThing',
      [
        {
          request: { body: Buffer.from(JSON.stringify({ name: TRIAL_TOKEN, [TRIAL_TOKEN]: TRIAL_TOKEN })) },
          response: replied(201, { name: 'b', [TRIAL_TOKEN]: TRIAL_TOKEN }),
          outcome: { kind: 'value', value: TRIAL_TOKEN },
        },
      ],
    ],
    [
      'the token in the reason of a failure',
      'makeThing',
      [
        {
          response: { kind: 'failed', reason: TRIAL_TOKEN },
          outcome: { kind: 'refused', by: 'client', reason: TRIAL_TOKEN },
        },
      ],
    ],
    [
      'the token in two headers',
      'getThing',
      [
        {
          request: {
            headers: [
              ['authorization', `Bearer ${TRIAL_TOKEN}x`],
              ['authorization', TRIAL_TOKEN],
            ],
          },
          response: replied(200),
        },
      ],
    ],
  ] as const)('a violation does not contain the token if the call has %s', (_, id, seen) => {
    const trial = trialOf(
      contract,
      id,
      id === 'makeThing' ? { body: { name: 'a' } } : { path: { thing_id: 'a' } },
      seen,
    );
    const violations = TRIAL_RULES.flatMap((rule) => rule.check(trial, contextOf(contract)) ?? []);
    expect(violations.length).toBeGreaterThan(0);
    expect(JSON.stringify(violations)).not.toContain(TRIAL_TOKEN);
  });
});
