import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { TRIAL_RULES } from '../../rules/catalogue.js';
import { type Seen, contextOf, replied, things, trialOf } from '../../rules/fixtures/trials.js';
import type { BackendKind } from '../../rules/rule.js';
import { judge } from './judge.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const THING = { name: 'a', id: '1' };
const FAITHFUL: Seen = { response: replied(201, THING), outcome: { kind: 'value', status: 201, value: THING } };

function judged(seen: readonly Seen[], backend: BackendKind = 'reference'): readonly string[] {
  const { primaries } = judge(trialOf(contract, 'makeThing', { body: { name: 'a' } }, seen), contextOf(contract, { backend }));
  return primaries.map(
    ({ rule, violation, evidence }) =>
      `${violation.surface} ${rule.id} ${violation.pointer} ← ${evidence.map((item) => item.rule).join(' ')}`,
  );
}

describe('judge', () => {
  it('finds nothing wrong with faithful surfaces', () => {
    expect(judged([FAITHFUL, FAITHFUL])).toEqual([]);
  });

  it('lets the first rule of each surface carry its fault, the later ones bear witness', () => {
    const sick: Seen = { response: replied(500, { type: 'urn:x' }), outcome: { kind: 'value', status: 200 } };
    expect(judged([sick, FAITHFUL, { ...FAITHFUL, request: { body: Buffer.from('{"name":""}') } }])).toEqual([
      'c parity/same-request /body/name ← conformance/request-valid',
      'a conformance/no-server-error /response/status ← conformance/status-documented parity/same-status',
      'b parity/same-status /response/status ← ',
    ]);
  });

  it('tells all that the first rule says, and shows the evidence once', () => {
    const other: Seen = { ...FAITHFUL, request: { body: Buffer.from('{"name":"","tags":[],"note":null}') } };
    expect(judged([other])).toEqual([
      'a parity/same-request /body/name ← conformance/request-valid state/echo state/echo',
      'a parity/same-request /body/tags ← ',
      'a parity/same-request /body/note ← ',
    ]);
  });

  it('verifies what can hold on the backend and concerns the trial, in the order of the catalogue', () => {
    const verified = (backend: BackendKind): readonly string[] =>
      judge(trialOf(contract, 'makeThing', { body: { name: 'a' } }, [FAITHFUL]), contextOf(contract, { backend })).verified;
    const ids = TRIAL_RULES.map(({ id }) => id).filter((id) => !id.startsWith('stream/'));
    const calls = ['parity/same-gate', 'parity/same-events', 'conformance/authentication-enforced', 'conformance/invalid-rejected'];
    // What is kept was not looked at, and nobody tells schemas of their own.
    const elsewhere = [...calls, 'conformance/own-schemas', 'state/no-effect', 'state/pages'];
    expect(verified('reference')).toEqual(ids.filter((id) => !elsewhere.includes(id)));
    expect(verified('mock')).toEqual(ids.filter((id) => ![...elsewhere, 'state/echo'].includes(id)));
  });

  it('says the same of the same trial', () => {
    const trial = trialOf(contract, 'makeThing', { body: { name: 'a' } }, [{ response: replied(202, {}) }]);
    expect(judge(trial, contextOf(contract))).toEqual(judge(trial, contextOf(contract)));
  });
});
