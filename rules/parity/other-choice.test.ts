import { expect, test } from 'vitest';
import { contractOf, taking } from '../../contract/fixtures/contracts.js';
import type { Json } from '../../contract/json/json.js';
import { contextOf, trialOf } from '../fixtures/trials.js';
import { sameRequest } from './same-request.js';

const SIZE: Json = { enum: ['small', 'medium', 'large'] };
const ORDER: Json = {
  type: 'object',
  properties: { size: SIZE, box: { type: 'object', properties: { size: SIZE } }, isFast: { enum: ['yes', 'no'] } },
};
const contract = await contractOf(taking(ORDER));

test.each<readonly [string, Json, Json, readonly [cause: string, place: string | undefined]]>([
  ['the previous choice', { size: 'medium' }, { size: 'small' }, ['choice -1', '/body/size']],
  ['the next choice', { size: 'medium' }, { size: 'large' }, ['choice 1', '/body/size']],
  ['a nested choice', { box: { size: 'large' } }, { box: { size: 'medium' } }, ['choice -1', '/body/box/size']],
  ['a distant choice', { size: 'small' }, { size: 'large' }, ['/body/size', undefined]],
  ['a value that is no choice', { size: 'medium' }, { size: 'huge' }, ['/body/size', undefined]],
  ['one of two choices', { isFast: 'yes' }, { isFast: 'no' }, ['/body/isFast', undefined]],
])(
  'a request has a wrong value of an enum; only the next or previous value of the enum has a cause without the member: %s (cause and place: $3)',
  (_, body, sent, want) => {
    const trial = trialOf(contract, 'take', { body }, [{ request: { body: Buffer.from(JSON.stringify(sent)) } }]);
    const found = sameRequest.check(trial, contextOf(contract)) ?? [];
    expect(found.map(({ cause, place }) => [cause, place])).toEqual([want]);
  },
);
