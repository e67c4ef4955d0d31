import { canonicalJson } from '../../../contract/json/canonical-json.js';
import type { ScriptedReply } from '../../../contract/case.js';
import type { Contract } from '../../../contract/contract.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { MediaContent, Operation, ResponseSpec, XmlCodec } from '../../../contract/operation.js';
import { EVENT_STREAM } from '../../../contract/wire/event-stream.js';
import { concreteMediaType, contentKind, essence, isFormMediaType } from '../../../contract/wire/message.js';
import { documentedResponse, mayHaveBody } from '../../../rules/reply.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import { MARKUP_NAME } from './edge-values.js';
import { withPart } from '../../../contract/json/json-part.js';
import type { NamedReply } from './named-reply.js';
import { ReplyHeaders } from './reply-headers.js';
import { ReplyValues } from './reply-values.js';
import { sameTypes } from './same-types.js';
import { type PromisedSuccess, isJsonContent, unexpectedReplies } from './unexpected-replies.js';

/**
 * The maximum number of different values of one documented failure. It is lower than for a success, because most
 * failures have the same schema.
 */
const MOST_OF_FAILURE = 10;

/** Makes the replies to the operations of one contract: every documented reply, and unexpected replies. */
export class ReplyCases {
  readonly #values: ReplyValues;
  readonly #headers: ReplyHeaders;

  constructor(contract: Contract, seed: number) {
    this.#values = new ReplyValues(contract.schemas, seed);
    this.#headers = new ReplyHeaders(contract.schemas);
  }

  /** The replies to one operation. Replies that all surfaces receive come first. */
  of(operation: Operation): readonly NamedReply[] {
    const all = [...this.#documented(operation), ...this.#sameTypes(operation), ...this.#unexpected(operation)];
    const named = uniquelyNamed(operation.method === 'head' ? all.map(withoutBody) : all);
    return [...named.filter(({ isEssential }) => isEssential), ...named.filter(({ isEssential }) => !isEssential)];
  }

  /**
   * A success reply that is much larger than the other success replies. `undefined` if the contract does not permit
   * one.
   */
  large(operation: Operation): NamedReply | undefined {
    const { status, headers, content } = this.#success(operation) ?? {};
    const value = content === undefined || operation.method === 'head' ? undefined : this.#values.large(content);
    if (status === undefined || headers === undefined || value === undefined) return undefined;
    return { name: `${status} large`, reply: { status, headers, body: JSON.stringify(value) }, isEssential: true };
  }

  /**
   * A documented refusal with a long JSON object, for example a problem document that lists many faults. `undefined` if
   * the contract does not permit one.
   */
  longRefusal(operation: Operation): NamedReply | undefined {
    return this.#refusal(operation, 'long', (content) => this.#values.long(content));
  }

  /**
   * A documented refusal with two errors at the same place, and one at another place. `undefined` if the contract does
   * not permit one.
   */
  refusalOfOnePlace(operation: Operation): NamedReply | undefined {
    return this.#refusal(operation, 'two errors of one place', (content) => this.#values.ofOnePlace(content));
  }

  #refusal(
    operation: Operation,
    label: string,
    valueOf: (content: MediaContent) => Json | undefined,
  ): NamedReply | undefined {
    if (operation.method === 'head') return undefined;
    for (const spec of operation.responses) {
      const status = statusOf(operation, spec);
      const required = this.#headers.required(spec);
      const content = spec.content.find(isJsonContent);
      if (status === undefined || required === undefined || content === undefined || !isRefusal(status)) continue;
      const value = valueOf(content);
      const body = isJsonObject(value) && bodyOf(content, withStatus(content, value, status, this.#values));
      const headers = [...required, contentTypeOf(content)];
      if (typeof body === 'string')
        return { name: `${status} ${label}`, reply: { status, headers, body }, isEssential: true };
    }
    return undefined;
  }

  *#documented(operation: Operation): Generator<NamedReply> {
    for (const spec of operation.responses) {
      const status = statusOf(operation, spec);
      if (status === undefined) continue;
      yield* this.#ofResponse(operation, spec, status);
    }
  }

  *#ofResponse(operation: Operation, spec: ResponseSpec, status: number): Generator<NamedReply> {
    const required = this.#headers.required(spec);
    if (required === undefined) return;
    const all = this.#headers.all(spec);
    if (spec.content.length === 0 || !mayHaveBody(operation, status)) {
      yield { name: `${status}`, reply: { status, headers: required }, isEssential: true };
      return;
    }
    for (const [index, content] of spec.content.entries()) {
      const label = index === 0 ? `${status}` : `${status} ${content.mediaType}`;
      // Event streams are varied in a separate phase, `streams`.
      if (essence(content.mediaType) === EVENT_STREAM) {
        const { schema: _, ...examples } = content;
        yield* [...this.#ofContent(examples, label, status, [...required, contentTypeOf(content)])].slice(0, 1);
        continue;
      }
      yield* this.#ofContent(content, label, status, [...required, contentTypeOf(content)]);
      if (isSuccess(status)) yield* this.#ofBytes(content, label, status, [...required, contentTypeOf(content)]);
      if (all.length > required.length)
        yield* this.#ofContent(content, `${label} with every header`, status, [...all, contentTypeOf(content)], 1);
    }
  }

  *#ofContent(
    content: MediaContent,
    label: string,
    status: number,
    headers: ScriptedReply['headers'],
    most = isSuccess(status) ? Infinity : MOST_OF_FAILURE,
  ): Generator<NamedReply> {
    const essential = isSuccess(status) ? Infinity : (ESSENTIAL_FAILURES.get(status) ?? 0);
    let count = 0;
    for (const { name, value, isEssential } of this.#values.of(content, most)) {
      const body = bodyOf(content, withStatus(content, value, status, this.#values));
      if (body === undefined) continue;
      count += 1;
      yield {
        name: `${label} ${name}`,
        reply: { status, headers, body },
        isEssential:
          isEssential === true &&
          most > 1 &&
          (count <= essential || (name === MARKUP_NAME && MARKUP_FAILURES.has(status))),
      };
    }
  }

  /** Replies whose bytes would change if a surface decodes them as text, or writes them line by line. */
  *#ofBytes(
    content: MediaContent,
    label: string,
    status: number,
    headers: ScriptedReply['headers'],
  ): Generator<NamedReply> {
    const type = concreteMediaType(content.mediaType);
    if (content.xml !== undefined || contentKind(type) !== 'bytes' || isFormMediaType(type)) return;
    for (const [name, body] of BYTES) {
      if (!this.#values.accepts(content, body)) continue;
      yield { name: `${label} ${name}`, reply: { status, headers, body, bytes: true }, isEssential: true };
    }
  }

  /** A success and a problem document, with different spellings of their media types. */
  *#sameTypes(operation: Operation): Generator<NamedReply> {
    for (const wanted of [JSON_TYPE, PROBLEM_JSON]) {
      const spec = operation.responses.find(({ content }) => content.some(({ mediaType }) => mediaType === wanted));
      const content = spec?.content.find(({ mediaType }) => mediaType === wanted);
      const status = spec && statusOf(operation, spec);
      const headers = spec && this.#headers.required(spec);
      if (content === undefined || status === undefined || headers === undefined) continue;
      for (const { label, type, isEssential } of sameTypes(wanted)) {
        const typed = [...headers, ['content-type', type] as const];
        const replies = this.#ofContent(content, `${status} with its type ${label}`, status, typed, 1);
        for (const named of replies) yield { ...named, isEssential, shared: `${wanted} ${label}` };
      }
    }
  }

  *#unexpected(operation: Operation): Generator<NamedReply> {
    const success = this.#success(operation);
    yield* unexpectedReplies(operation, success, this.#values);
  }

  #success(operation: Operation): PromisedSuccess | undefined {
    const spec = operation.responses.find(({ status }) => status.startsWith('2'));
    const content = spec?.content.find(isJsonContent);
    const status = spec && statusOf(operation, spec);
    const [first] = content === undefined ? [] : this.#values.of(content);
    const required = spec && this.#headers.required(spec);
    if (spec === undefined || content === undefined || status === undefined) return undefined;
    if (first === undefined || required === undefined) return undefined;
    const headers = [...required, contentTypeOf(content)];
    return { status, spec, content, headers, value: first.value };
  }
}

/**
 * Bodies with one character for each byte: a body with bytes that are not UTF-8 and a NUL, and a text with line ends of
 * all kinds.
 */
const BYTES: readonly (readonly [name: string, body: string])[] = [
  ['bytes that are not text', 'PK\u0003\u0004 \xff\xfe\x80\xe4\0\x1a end'],
  ['bytes with line ends', '\n first\r\nsecond\n \t\r\n'],
];

const JSON_TYPE = 'application/json';

/**
 * The failures that surfaces with costly calls receive too: for each status, the number of different values that they
 * receive. If there are two, the second value has unknown members.
 */
const ESSENTIAL_FAILURES: ReadonlyMap<number, number> = new Map([
  [422, 2],
  [400, 1],
  [404, 1],
  [409, 1],
  [500, 1],
]);

/**
 * Failures that surfaces with costly calls also receive with markup in the texts, because UI cards show each text of a
 * problem document.
 */
const MARKUP_FAILURES: ReadonlySet<number> = new Set([422, 404]);

/**
 * Returns true if clients report a refusal with this status immediately. After a refusal with another status, they may
 * try again or ask for other credentials.
 */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 407, 408, 425, 429].includes(status);
}

/**
 * A status code that the response documents: the code itself, or the first usable code of its range. `undefined` for
 * redirects and interim responses, which HTTP clients handle themselves.
 */
function statusOf(operation: Operation, spec: ResponseSpec): number | undefined {
  const candidates = /^\d{3}$/.test(spec.status) ? [Number(spec.status)] : (OF_RANGE[spec.status.toUpperCase()] ?? []);
  return candidates.find(
    (status) => (isSuccess(status) || status >= 400) && documentedResponse(operation, status) === spec,
  );
}

const OF_RANGE: Readonly<Record<string, readonly number[]>> = {
  '2XX': [200, 201, 202],
  '4XX': [422, 409, 404, 400],
  '5XX': [503, 500, 502],
  DEFAULT: [422, 500, 503, 200],
};

function contentTypeOf({ mediaType }: MediaContent): readonly [string, string] {
  return ['content-type', concreteMediaType(mediaType)];
}

/**
 * The value with the correct `status` member, if it is a problem document. The member has the status of the reply (RFC
 * 9457 §3.1.2).
 */
function withStatus(content: MediaContent, value: Json, status: number, values: ReplyValues): Json {
  if (essence(content.mediaType) !== PROBLEM_JSON || typeof ownValue(value, 'status') !== 'number') return value;
  const same = withPart(value, ['status'], status);
  return values.accepts(content, same) ? same : value;
}

const PROBLEM_JSON = 'application/problem+json';

/** The value as text in the given media type. `undefined` if the value cannot be written in this type. */
function bodyOf({ mediaType, xml }: MediaContent, value: Json): string | undefined {
  if (xml !== undefined) return documentOf(xml, value);
  const kind = contentKind(concreteMediaType(mediaType));
  if (kind === 'json') return JSON.stringify(value);
  if (typeof value !== 'string') return undefined;
  // The body of a scripted reply is a string, so binary content must be ASCII.
  return kind === 'text' || /^[\0-\x7f]*$/.test(value) ? value : undefined;
}

/**
 * The XML document of a value. `undefined` if the document would be read as a different value. For example, XML cannot
 * distinguish an empty list from an omitted list.
 */
function documentOf(codec: XmlCodec, value: Json): string | undefined {
  const written = codec.write(value);
  if (typeof written === 'string') return undefined;
  const read = codec.read(written.text);
  return read !== undefined && canonicalJson(read) === canonicalJson(value) ? written.text : undefined;
}

/** Removes the body, because a reply to HEAD has no content (RFC 9110 §9.3.2). */
function withoutBody(named: NamedReply): NamedReply {
  const { body: _, ...reply } = named.reply;
  return { ...named, reply };
}

function uniquelyNamed(replies: readonly NamedReply[]): readonly NamedReply[] {
  const counts = new Map<string, number>();
  return replies.map((each) => {
    const count = (counts.get(each.name) ?? 0) + 1;
    counts.set(each.name, count);
    return count === 1 ? each : { ...each, name: `${each.name} (${count})` };
  });
}
