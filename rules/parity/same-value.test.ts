import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import type { Json } from '../../contract/json/json.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { NativeSignal } from '../../surfaces/outcome.js';
import { contextOf, replied, things, trialOf } from '../fixtures/trials.js';
import { sameRejection } from './same-rejection.js';
import { sameValue } from './same-value.js';

let contract: Contract;
beforeAll(async () => {
  contract = await things();
});

const THING = { name: 'a', id: '1', note: null, tags: [], labels: { x: '' }, parts: [{ kind: 'a' }, { kind: 'b' }] };
const text = (body: string, type = 'text/plain'): WireResponse => ({
  kind: 'response',
  status: 200,
  headers: [['content-type', type]],
  body: Buffer.from(body),
});

it.each<[string, WireResponse, Json | undefined, readonly string[]]>([
  ['the value of the reply', replied(200, THING), THING, []],
  ['no value for a reply with a value', replied(200, THING), undefined, ['missing /outcome/value /outcome/value']],
  [
    'a value without its nulls',
    replied(200, THING),
    { ...THING, note: undefined as unknown as null },
    ['null-became-omitted /outcome/value/note'],
  ],
  [
    'a value without its empty members',
    replied(200, THING),
    { ...THING, labels: {} },
    ['empty-became-omitted /outcome/value/labels/x'],
  ],
  [
    'a value with a different element',
    replied(200, THING),
    { ...THING, parts: [{ kind: 'a' }, { kind: 'c' }] },
    ['changed /outcome/value/parts/1/kind things.openapi.yaml#/components/schemas/Part/oneOf/1/properties/kind'],
  ],
  [
    'a time, spelled differently',
    replied(200, { ...THING, at: '2026-01-01T00:00:00Z' }),
    { ...THING, at: '2026-01-01T01:00:00.0+01:00' },
    [],
  ],
  [
    'a time with fewer digits',
    replied(200, { ...THING, at: '2026-01-01T00:00:00.123456Z' }),
    { ...THING, at: '2026-01-01T00:00:00.123Z' },
    ['changed /outcome/value/at things.openapi.yaml#/components/schemas/Thing/properties/at'],
  ],
  ['a value in an additional object', replied(200, THING), { data: THING, status: 200 }, ['wrapped /outcome/value']],
  ['a value without its writeOnly member', replied(200, { ...THING, secret: 's' }), THING, []],
  [
    'a value with a different writeOnly member',
    replied(200, { ...THING, secret: 's' }),
    { ...THING, secret: 't' },
    ['changed /outcome/value/secret things.openapi.yaml#/components/schemas/Thing/properties/secret'],
  ],
  ['the text of the reply', text('ä'), 'ä', []],
  ['a different text from the text of the reply', text('a'), 'b', ['changed /outcome/value /outcome/value']],
  ['no value for a reply with a text', text('a'), undefined, ['missing /outcome/value /outcome/value']],
  ['an object that was parsed from the text of the reply', text('a=1'), { a: '1' }, []],
  ['a reply with the bytes of an image', text('a', 'image/png'), 'b', []],
  ['a broken JSON body that is returned as text', text('{"a"', 'application/json'), '{"a"', []],
  ['no value for an empty reply', replied(204), undefined, []],
  ['null for an empty reply', replied(204), null, []],
  ['an empty text for a reply with an empty text', text(''), '', []],
  ['a value for an empty reply', replied(204), { ok: true }, ['unexpected /outcome/value /outcome/value']],
  ['no value for a reply that is null', replied(200, null), undefined, ['null-became-omitted /outcome/value']],
])('the value that a caller receives is compared with the reply: %s (violations: $3)', (_, response, value, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
    { response, outcome: { kind: 'value', ...(value !== undefined && { value }) } },
  ]);
  const found = sameValue.check(trial, contextOf(contract)) ?? [];
  expect(found.map(({ kind, pointer, cause }) => `${kind} ${pointer} ${cause ?? '?'}`.trim())).toEqual(want);
});

it.each<[string, Json, NativeSignal, readonly string[]]>([
  ['a text of a tool result', 'Deleted.', { isError: false }, []],
  ['an object of a tool result', { ok: true }, { isError: false }, ['/outcome/value']],
  ['a text of a command', 'Deleted.', { exitCode: 0 }, ['/outcome/value']],
])('the reply has no body, and the caller receives %s (violations: $3)', (_name, value, native, want) => {
  const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
    { response: replied(204), outcome: { kind: 'value', value, native } },
  ]);
  expect(sameValue.check(trial, contextOf(contract))?.map(({ pointer }) => pointer)).toEqual(want);
});

it('a surface that cannot show values is not compared', () => {
  const blind = contextOf(contract, { observes: new Map([['a', new Set(['status'] as const)]]) });
  const shown = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
    { response: replied(200, 1), outcome: { kind: 'value', value: 2 } },
  ]);
  const problem = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
    { response: replied(404, { type: 'x' }), outcome: { kind: 'problem' } },
  ]);
  expect([sameValue.check(shown, blind), sameRejection.check(problem, blind)]).toEqual([[], []]);
});

const asProblem = (status: number, value: Json): WireResponse => ({
  ...replied(status, value),
  headers: [['content-type', 'application/problem+json']],
});

it.each<[string, WireResponse, Json | undefined, readonly string[]]>([
  ['the same problem document', replied(404, { type: 'x', status: 404 }), { type: 'x', status: 404 }, []],
  [
    'a different problem type',
    replied(404, { type: 'x', status: 404 }),
    { type: 'y', status: 404 },
    ['/outcome/problem/type'],
  ],
  ['a list, which is not a problem document', replied(404, [{ type: 'x' }]), { detail: '[{"type":"x"}]' }, []],
  ['the document of a redirection, which is not a problem document', replied(302, THING), undefined, []],
  ['a problem document of a redirection', asProblem(302, { type: 'x' }), undefined, ['/outcome/problem']],
])(
  'the problem that a caller receives is compared with the reply: %s (violations: $3)',
  (_name, response, problem, want) => {
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [
      { response, outcome: { kind: 'problem', ...(problem !== undefined && { problem }) } },
    ]);
    expect(sameRejection.check(trial, contextOf(contract))?.map(({ pointer }) => pointer)).toEqual(want);
  },
);

const FILE = Buffer.from('a\xff\n', 'latin1');
const bytes = (body: Uint8Array, type = 'application/octet-stream'): WireResponse => ({
  kind: 'response',
  status: 200,
  headers: [['content-type', type]],
  body,
});

it.each<[string, WireResponse, Json | undefined, NativeSignal | undefined, readonly string[]]>([
  ['bytes in base64', bytes(FILE), FILE.toString('base64'), undefined, []],
  ['a program prints the bytes unchanged', bytes(FILE), FILE.toString('latin1'), { bytes: true }, []],
  ['bytes that were decoded as text', bytes(FILE), FILE.toString(), undefined, ['bytes-decoded']],
  ['a program prints bytes that it decoded as text', bytes(FILE), FILE.toString(), { bytes: true }, ['bytes-decoded']],
  [
    'a program prints the bytes and adds a line end',
    bytes(Buffer.from('a')),
    'a\n',
    { bytes: true },
    ['bytes-line-ends'],
  ],
  ['a program prints other bytes', bytes(FILE), 'b', { bytes: true }, ['bytes-changed']],
  ['a program prints no bytes', bytes(FILE), undefined, { bytes: true }, ['bytes-changed']],
  ['a program prints the bytes in base64', bytes(FILE), FILE.toString('base64'), { bytes: true }, ['bytes-changed']],
  ['a message instead of the bytes', bytes(FILE), 'Saved.', undefined, []],
  ['an object that describes the bytes', bytes(FILE), { size: 3 }, undefined, []],
  ['no value for bytes', bytes(FILE), undefined, undefined, []],
  ['an image that was decoded as text', bytes(FILE, 'image/png'), FILE.toString(), undefined, ['bytes-decoded']],
  ['a text in another encoding', bytes(FILE, 'text/csv; charset=latin1'), FILE.toString(), undefined, []],
  ['XML in another encoding', bytes(FILE, 'application/xml'), FILE.toString(), undefined, []],
  ['a program prints nothing for an empty file', bytes(Buffer.from('')), undefined, { bytes: true }, []],
])(
  'the bytes that a caller receives are compared with the bytes of the reply: %s (violations: $4)',
  (_, response, value, native, want) => {
    const outcome = { kind: 'value' as const, ...(value !== undefined && { value }), ...(native && { native }) };
    const trial = trialOf(contract, 'getThing', { path: { thing_id: 'a' } }, [{ response, outcome }]);
    expect((sameValue.check(trial, contextOf(contract)) ?? []).map(({ kind }) => kind)).toEqual(want);
  },
);
