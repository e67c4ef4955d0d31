import { isUtf8 } from 'node:buffer';
import { boundaryOf, readMultipart } from '../../../contract/wire/body/read-multipart.js';
import { type RequestMessage, essence, headerValue } from '../../../contract/wire/message.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyContent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import { type ItemChanged, changesAt, isMade, isOfItem } from '../evidence/item-changes.js';

/** A service returns bytes exactly as they were sent. */
export const storedBytes: TrialRule = {
  id: 'state/stored-bytes',
  severity: 'must',
  statement:
    'A GET returns exactly the bytes that a PUT or a create stored as application/octet-stream or as an archive (zip, gzip), if the reply has the same media type.',
  details: [
    'A service may encode a stored image or PDF again, but the result is a file of the same media type.',
    'After a create, the bytes of the body, or of the only file of a form, are checked only if an earlier GET returned all or a part of the bytes of a created item. This shows that the service stores bytes.',
    'A GET of text/plain in UTF-8 returns the characters that a PUT stored, apart from line breaks.',
  ],
  source:
    'RFC 9110 §9.3.4: a successful PUT suggests that a GET returns an equivalent representation; RFC 2046 §4.5.1: application/octet-stream is arbitrary binary data; the first and last bytes of PNG, GIF, JPEG, WebP and PDF files',
  repair: 'Read, store and return the body as bytes, without decoding it as text.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const judged = trial.observations.flatMap((observation) => faultsOf(trial, context, observation) ?? []);
    return trial.observations.some((observation) => pairOf(trial, context, observation) !== undefined)
      ? judged
      : undefined;
  },
};

interface Pair {
  readonly writer: string;
  /** The media type of both the sent and the returned bytes. */
  readonly type: string;
  readonly sent: Uint8Array;
  readonly returned: Uint8Array;
}

function faultsOf(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const pair = pairOf(trial, context, observation);
  if (pair === undefined || isSame(pair)) return undefined;
  const at = pair.sent.findIndex((byte, index) => pair.returned[index] !== byte);
  const from = at < 0 ? pair.sent.byteLength : at;
  return [
    {
      surface: observation.surface,
      pointer: '/response/body',
      kind: 'bytes-changed',
      message: `${trial.operation.id} returns different bytes from those that ${pair.writer} stored before, from byte ${from} on.`,
      expected: shown(pair.sent, from),
      received: shown(pair.returned, from),
      blame: responder(context),
      // All operations have one cause, because the same code usually reads their bodies as text.
      cause: 'bytes',
      place: pair.writer,
    },
  ];
}

/** The maximum number of bytes that a finding shows. */
const MOST_SHOWN = 16;

function shown(bytes: Uint8Array, from: number): string {
  const hex = Buffer.from(bytes.subarray(from, from + MOST_SHOWN)).toString('hex');
  return `${bytes.byteLength} bytes, from byte ${from} on: ${hex === '' ? 'none' : hex}`;
}

function isSame({ sent, returned, type }: Pair): boolean {
  return FILES.has(type) ? isFile(type, returned) : Buffer.from(sent).equals(returned);
}

function isFile(type: string, bytes: Uint8Array): boolean {
  const { start, end } = FILES.get(type) ?? {};
  const text = Buffer.from(bytes).toString('latin1');
  return start !== undefined && end !== undefined && text.startsWith(start) && text.includes(end, start.length);
}

/**
 * For each media type that a service may encode again, for example to resize an image: the bytes at the start and near
 * the end of such a file. Each character of the texts stands for one byte.
 */
const FILES: ReadonlyMap<string, { readonly start: string; readonly end: string }> = new Map([
  ['image/png', { start: '\x89PNG\r\n\x1A\n', end: 'IEND\xAE\x42\x60\x82' }],
  ['image/gif', { start: 'GIF8', end: ';' }],
  ['image/jpeg', { start: '\xFF\xD8\xFF', end: '\xFF\xD9' }],
  ['image/webp', { start: 'RIFF', end: 'WEBP' }],
  ['application/pdf', { start: '%PDF-', end: '%%EOF' }],
]);

/**
 * The bytes that a PUT or a create sent, and the bytes that this read returned; `undefined` if they cannot be compared.
 */
function pairOf({ operation }: Trial, context: TrialContext, observation: Observation): Pair | undefined {
  if (operation.method !== 'get') return undefined;
  const change = changesAt(context.contract, observation).findLast(isMade);
  if (change !== undefined) return change.operation.method === 'put' ? pairWith(change, observation) : undefined;
  const pair = createdPair(context, observation);
  const others = (observation.earlier ?? []).filter((step) => step.case.operation === operation.id);
  const isStored = others.some((step) => {
    const other = createdPair(context, step);
    return other !== undefined && (isSame(other) || isCut(other));
  });
  return isStored ? pair : undefined;
}

/** A part of a file is recognised only if it has at least this number of bytes. */
const LEAST_RECOGNISED = 4;

/** Whether the read returned only a part of the sent bytes: their start or their end. */
function isCut({ sent, returned }: Pair): boolean {
  if (returned.byteLength < LEAST_RECOGNISED || returned.byteLength >= sent.byteLength) return false;
  const bytes = Buffer.from(returned);
  return bytes.equals(sent.subarray(0, bytes.byteLength)) || bytes.equals(sent.subarray(-bytes.byteLength));
}

function createdPair({ contract }: TrialContext, observation: Observation): Pair | undefined {
  const { earlier = [], case: read } = observation;
  // The bytes are read at the path of the item, or at a path below it.
  const create =
    earlier.find((step) => isOfItem(observation, step.case.id)) ??
    earlier.find((step) => step.case.id === read.within?.[0]?.step);
  const operation = contract.operations.find(({ id }) => id === create?.case.operation);
  return create !== undefined && operation?.method === 'post'
    ? pairWith({ operation, observation: create }, observation)
    : undefined;
}

function pairWith({ operation, observation: write }: ItemChanged, read: Observation): Pair | undefined {
  const request = write.exchanges.at(-1)?.request;
  const [stored, reply] = [replyOf(write), replyOf(read)];
  if (request === undefined || stored === undefined || !isSuccess(stored.status)) return undefined;
  const returned = reply && replyContent(reply);
  const { type, body } = sentFile(request);
  if (reply?.status !== 200 || returned === undefined || type !== typeOf(reply.headers)) return undefined;
  if (BYTES.has(type) || isFile(type, body)) return { writer: operation.id, type, sent: body, returned };
  if (type !== TEXT || operation.method !== 'put' || !isUtf8(body) || !isUtf8(returned)) return undefined;
  return { writer: operation.id, type, sent: withoutLineEnds(body), returned: withoutLineEnds(returned) };
}

/**
 * The bytes that a request sends as a file, with their media type: its body, or the only file in a form (RFC 7578
 * §4.2).
 */
function sentFile({ headers, body }: RequestMessage): { readonly type: string; readonly body: Uint8Array } {
  const type = typeOf(headers);
  const boundary = type === FORM ? boundaryOf(headerValue(headers, 'content-type') ?? '') : undefined;
  const parts = boundary === undefined ? [] : (readMultipart(body, boundary) ?? []);
  const [file, ...others] = parts.filter(({ fileName }) => fileName !== undefined);
  return file === undefined || others.length > 0 ? { type, body } : { type: file.mediaType, body: file.content };
}

const FORM = 'multipart/form-data';

const BYTES: ReadonlySet<string> = new Set(['application/octet-stream', 'application/zip', 'application/gzip']);
const TEXT = 'text/plain';

function typeOf(headers: Parameters<typeof headerValue>[0]): string {
  return essence(headerValue(headers, 'content-type') ?? '');
}

/**
 * A text for comparison: every line break becomes a line feed, and a line break at the end is removed. Systems write
 * line breaks in different ways (RFC 2046 §4.1.1).
 */
function withoutLineEnds(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString().replaceAll(/\r\n?/g, '\n').replace(/\n$/, ''));
}
