import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Case } from '../../contract/case.js';
import { contractAt } from '../../contract/fixtures/contracts.js';
import type { HeaderPair } from '../../contract/wire/message.js';
import { NO_BODY, headerValue } from '../../contract/wire/message.js';
import type { WireStep } from '../../surfaces/exchange.js';
import { ENDLESS_LIMIT_MS, LATE_MS, NETWORK_FAULTS, SUPERSEDED, UNDISTURBED } from '../../surfaces/network-faults.js';
import { faultScript } from './fault-scripts.js';
import { successReplies } from './success-replies.js';

async function served(name: string, headers: readonly HeaderPair[] = []) {
  const contract = await contractAt('contract/item-service.openapi.yaml', {
    root: join(import.meta.dirname, '../..'),
  });
  const script = faultScript(contract);
  script.prepare({ provenance: { kind: 'fault', name } } as Case);
  return script.respond({ method: 'GET', target: '/items', headers, body: NO_BODY });
}

it('every network fault changes the reply', async () => {
  const undisturbed = await served(UNDISTURBED);
  const madeByTap = new Set(['refused', 'idle-closed', 'idle-kept', 'ended-early', 'gzip', 'cut-gzip', SUPERSEDED]);
  for (const [name, { effect }] of NETWORK_FAULTS) {
    if (madeByTap.has(name)) continue;
    const reply = await served(name);
    expect([name, reply.kind]).toEqual([name, effect === 'no-reply' || name === 'head-only' ? 'failed' : 'response']);
    expect([name, reply.wire]).not.toEqual([name, undisturbed.wire]);
  }
});

it.each([
  ['', false],
  ['identity', false],
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['gzip;q=0, br', false],
  ['gzip; q=0.0', false],
  ['deflate, gzip, br', true],
])('the reply to a request with Accept-Encoding %j is compressed: %j', async (accepted, want) => {
  const reply = await served('gzip', [['accept-encoding', accepted]]);
  if (reply.kind === 'failed') throw new Error(reply.reason);
  expect(headerValue(reply.headers, 'content-encoding')).toBe(want ? 'gzip' : undefined);
  const body = want ? gunzipSync(reply.body) : Buffer.from(reply.body);
  expect(JSON.parse(body.toString())).toHaveProperty('items');
});

it('the fault `cut-gzip` truncates the compressed content of a reply, but only if the request permits gzip', async () => {
  const [cut, not] = await Promise.all([served('cut-gzip', [['accept-encoding', 'gzip']]), served('cut-gzip')]);
  if (cut.kind === 'failed' || not.kind === 'failed') throw new Error('there is no reply');
  expect(headerValue(cut.headers, 'content-encoding')).toBe('gzip');
  expect(() => gunzipSync(cut.body)).toThrow();
  expect(JSON.parse(Buffer.from(not.body).toString())).toHaveProperty('items');
});

it('the reply 503-date has a Retry-After date that is at least one second ahead', async () => {
  const before = Date.now();
  const reply = await served('503-date');
  const date = reply.kind === 'response' ? headerValue(reply.headers, 'retry-after') : undefined;
  expect(Date.parse(date ?? '')).toBeGreaterThanOrEqual(before + 1000);
});

it('only the slow reply is split within multi-byte characters', async () => {
  const replacement = '\ufffd';
  const partsOf = async (name: string): Promise<readonly string[]> => {
    const { wire = [] } = await served(name);
    return wire.flatMap((step) => (step.kind === 'write' ? [Buffer.from(step.bytes).toString()] : []));
  };
  expect((await partsOf('trickle')).some((part) => part.includes(replacement))).toBe(true);
  expect((await partsOf('chunked')).join('')).not.toContain(replacement);
});

it('a long event stream has short pauses between its events, and the connection may stay open after them', async () => {
  const contract = await contractAt('contract/science-runtime.openapi.yaml', {
    root: join(import.meta.dirname, '../..'),
  });
  const script = faultScript(contract);
  const stepsOf = (name: string): readonly WireStep[] => {
    script.prepare({ provenance: { kind: 'fault', name } } as Case);
    return script.respond({ method: 'GET', target: '/runs/run-1/events', headers: [], body: NO_BODY }).wire ?? [];
  };
  const steps = stepsOf('long-stream');
  const pauses = steps.flatMap((step) => (step.kind === 'pause' ? [step.ms] : []));
  expect(pauses).toHaveLength(3);
  expect(Math.max(...pauses)).toBeLessThan(ENDLESS_LIMIT_MS / 2);
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(ENDLESS_LIMIT_MS * 1.1);
  const writes = steps.flatMap((step) => (step.kind === 'write' ? [Buffer.from(step.bytes).toString()] : []));
  expect(writes.every((text) => /\r?\n\r?\n$/.test(text))).toBe(true);
  expect(bytesOf(steps)).toEqual(bytesOf(stepsOf(UNDISTURBED)));
  const kept = stepsOf('kept-after-end');
  expect(kept.at(-1)).toEqual({ kind: 'silence' });
  expect(bytesOf(kept).toString()).toMatch(/\nevent: succeeded\r?\n[^]*\n\n\r\n$/);
});

it('a late reply is sent completely after a pause', async () => {
  const [pause, ...rest] = (await served('late')).wire ?? [];
  expect(pause).toEqual({ kind: 'pause', ms: LATE_MS });
  expect(bytesOf(rest)).toEqual(bytesOf((await served(UNDISTURBED)).wire ?? []));
});

function bytesOf(steps: readonly WireStep[]): Buffer {
  return Buffer.concat(steps.flatMap((step) => (step.kind === 'write' ? [step.bytes] : [])));
}

it('a reply gets a character beyond ASCII if its schema permits one', async () => {
  const contract = await contractAt('contract/item-service.openapi.yaml', {
    root: join(import.meta.dirname, '../..'),
  });
  const bodies = [...successReplies(contract).values()].map(({ body }) => Buffer.from(body).toString());
  expect(bodies.map((body) => /[^\0-\x7f]/u.test(body))).toEqual([true, true, true]);
});
