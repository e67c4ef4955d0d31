import { concreteMediaType, contentKind, essence, headerValue, isFormMediaType } from '../../contract/wire/message.js';
import type { WireResponse } from '../../surfaces/exchange.js';
import type { Outcome } from '../../surfaces/outcome.js';
import type { Violation } from '../finding.js';
import { replyContent } from '../reply.js';
import { type ByteChange, areBytes, byteChange, showsBytes } from '../values/byte-relations.js';

type ValueOutcome = Extract<Outcome, { readonly kind: 'value' }>;

/** The maximum size of a file that is compared. A larger file would not show other kinds of changes. */
const MOST_COMPARED = 1024 * 1024;
const MOST_SHOWN = 16;
const POINTER = '/outcome/value';

/**
 * The violation if a surface changed the bytes of the reply before the caller received them. A surface that declares
 * that it shows bytes must show exactly the bytes of the reply. Any other surface may encode or describe bytes in its
 * own way, so there is a violation only if the caller received a text that certainly stands for changed bytes.
 */
export function changedBytes(surface: string, reply: WireResponse, outcome: ValueOutcome): Violation | undefined {
  const type = essence(headerValue(reply.headers, 'content-type'));
  const content = replyContent(reply);
  if (type === '' || contentKind(concreteMediaType(type)) !== 'bytes' || isFormMediaType(type)) return undefined;
  if (content === undefined || content.byteLength === 0 || content.byteLength > MOST_COMPARED) return undefined;
  const { value = '', native } = outcome;
  if (typeof value !== 'string') return undefined;
  const isExact = native?.bytes === true;
  if (isExact ? areBytes(value, content) : outcome.value === undefined || showsBytes(value, content)) return undefined;
  const change = byteChange(value, content);
  return change === undefined && !isExact ? undefined : violation(surface, type, content, value, change);
}

function violation(
  surface: string,
  type: string,
  content: Uint8Array,
  value: string,
  change: ByteChange | undefined,
): Violation {
  const { words, repair } = change === undefined ? OTHER : TEXTS[change];
  return {
    surface,
    pointer: POINTER,
    kind: change === undefined ? 'bytes-changed' : `bytes-${change}`,
    message: `The bytes of the reply (${type}) ${words} before the caller receives them.`,
    expected: shown(content),
    received: value.slice(0, MOST_SHOWN * 4),
    blame: 'surface',
    cause: '',
    place: POINTER,
    repair,
  };
}

interface ChangeText {
  readonly words: string;
  readonly repair: string;
}

const OTHER: ChangeText = {
  words: 'are changed',
  repair: 'Return the bytes of the reply unchanged, without decoding them or writing other output beside them.',
};

const TEXTS: Readonly<Record<ByteChange, ChangeText>> = {
  decoded: {
    words: 'are decoded as text',
    repair:
      'Read the body as bytes (`arrayBuffer()` of a fetch response, `.content` in Python) and not as text: bytes that are not UTF-8 are lost otherwise. To show the bytes in a text, encode the bytes themselves in base64.',
  },
  'line-ends': {
    words: 'get or lose line ends or white space',
    repair: 'Write the bytes as they are (`sys.stdout.buffer.write`, `process.stdout.write`), without a line end.',
  },
  cut: {
    words: 'are cut at the first NUL',
    repair: 'Copy the bytes by their length, and not as a string that ends at a NUL.',
  },
};

function shown(content: Uint8Array): string {
  const hex = Buffer.from(content.subarray(0, MOST_SHOWN)).toString('hex');
  return `${content.byteLength} byte${content.byteLength === 1 ? '' : 's'}: ${hex}${content.byteLength > MOST_SHOWN ? '…' : ''}`;
}
