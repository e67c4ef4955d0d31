/**
 * A network fault that a test causes, such as a connection that is reset, and what the caller of a surface must then
 * see. Rules and the scripted service refer to a fault by its name.
 */
export interface NetworkFault {
  /**
   * What the fault does to the call. `none`: the reply is complete and valid, so the call must succeed. `no-reply`: no
   * complete reply arrives. `refused`: the service answers 429 or 503. `early-end`: a stream ends before its terminal
   * event. `unreadable`: the reply is complete, but its content cannot be decoded.
   */
  readonly effect: 'none' | 'no-reply' | 'refused' | 'early-end' | 'unreadable';
  /** What the service does, as the rest of a sentence that begins with "The service". */
  readonly words: string;
  /**
   * The kinds of operations on which the fault is tried: with a safe method, with an unsafe method, or with an event
   * stream.
   */
  readonly on: readonly OperationShape[];
  /** True if the reply never ends. The surface must then end the call at its own time limit. */
  readonly isEndless?: true;
  /** True if the user repeats the call before its reply arrives. The second call then replaces the first. */
  readonly isRepeated?: true;
  /**
   * True if the stream lasts longer than `ENDLESS_LIMIT_MS`, which is the time limit of the call. The fault is tried
   * only on surfaces that can limit the time of a call. Rules judge it only on surfaces that report the events of a
   * stream.
   */
  readonly isLong?: true;
  /**
   * True if the connection stays idle before the call for longer than `ENDLESS_LIMIT_MS`, which is the time limit of
   * the call. The fault is tried only on surfaces that can limit the time of a call.
   */
  readonly isIdle?: true;
  /**
   * True if the reply arrives only after `LATE_MS`. The fault is tried only on surfaces whose calls may last twice as
   * long.
   */
  readonly isLate?: true;
  /**
   * True if the service keeps the connection open after the last event of a stream. The fault is tried only on streams
   * whose example ends with a terminal event, and not by drivers that read on after it. Rules judge it only on surfaces
   * that report the events of a stream.
   */
  readonly isAfterEnd?: true;
  /**
   * True if the fault is also tried on surfaces with slow calls. On these, it is tried on only one operation and one
   * stream.
   */
  readonly isEssential?: true;
}

/**
 * The name of the fault in which the user repeats a call before its reply arrives. The reply to the first call then
 * arrives while the second call is waiting for its own reply.
 */
export const SUPERSEDED = 'superseded';

export type OperationShape = 'safe' | 'unsafe' | 'stream';

export const NETWORK_FAULTS: ReadonlyMap<string, NetworkFault> = new Map<string, NetworkFault>([
  ['refused', noReply('refuses connections', ['safe', 'unsafe', 'stream'])],
  ['reset', noReply('resets the connection before its reply', ['unsafe', 'safe', 'stream'])],
  ['closed', noReply('closes the connection before its reply', ['unsafe', 'safe'], true)],
  ['reset-in-head', noReply('resets the connection within the head of its reply', ['safe', 'unsafe'], true)],
  ['reset-in-body', noReply('resets the connection within the body of its reply', ['safe', 'unsafe'])],
  ['short-body', noReply('closes the connection before it has sent the announced length', ['unsafe', 'safe'])],
  ['cut-chunks', noReply('closes the connection before the last chunk of its reply', ['safe', 'unsafe'], true)],
  ['silence', { ...noReply('never replies', ['safe'], true), isEndless: true }],
  ['endless-head', { ...noReply('sends a head that never ends', ['safe'], true), isEndless: true }],
  ['endless-body', { ...noReply('sends a body that never ends', ['unsafe'], true), isEndless: true }],
  ['429-seconds', refusal('answers 429 with Retry-After in seconds', ['safe', 'unsafe'])],
  ['503-date', refusal('answers 503 with Retry-After as a date', ['unsafe', 'safe', 'stream'])],
  ['chunked', harmless('sends its reply in chunks', 'unsafe')],
  ['gzip', harmless('compresses its reply, if the request permits gzip', 'safe')],
  [
    'cut-gzip',
    {
      effect: 'unreadable',
      words: 'compresses its reply, if the request permits gzip, and cuts off the compressed content',
      on: ['safe'],
      isEssential: true,
    },
  ],
  ['header-repeated', harmless('sends one header in several lines, and one header with several values', 'unsafe')],
  ['interim', harmless('sends an interim response before its reply', 'safe')],
  ['slow-head', harmless('sends the head of its reply slowly', 'unsafe')],
  ['late', { ...harmless('sends its reply after 1.5 seconds', 'unsafe'), isLate: true }],
  ['trickle', harmless('sends its reply slowly, in parts that end in the middle of a character', 'safe')],
  [
    'ended-early',
    { effect: 'early-end', words: 'ends a stream without a terminal event', on: ['stream'], isEssential: true },
  ],
  [
    'head-only',
    {
      effect: 'early-end',
      words: 'resets the connection after the head of a stream',
      on: ['stream'],
      isEssential: true,
    },
  ],
  [
    'long-stream',
    {
      effect: 'none',
      words: 'sends the events of a stream with pauses, for longer than the time limit of the call',
      on: ['stream'],
      isLong: true,
    },
  ],
  [
    'kept-after-end',
    {
      ...harmless('keeps the connection open after the terminal event of a stream', 'stream'),
      isAfterEnd: true,
    },
  ],
  ['idle-closed', harmless('closes the idle connection between two calls', 'safe')],
  [
    'idle-kept',
    {
      ...harmless(
        'keeps the connection open and idle between two calls, for longer than the time limit of a call',
        'safe',
      ),
      isIdle: true,
    },
  ],
  [
    SUPERSEDED,
    {
      ...harmless('answers an earlier call of the user while a later call waits for its reply', 'safe'),
      isRepeated: true,
    },
  ],
]);

/** The name of a call without a network fault. It is made before and after the call with the fault, for comparison. */
export const UNDISTURBED = 'undisturbed';
/** The name of a call without a network fault. After the reply, the service keeps the connection open. */
export const KEPT_OPEN = 'kept-open';

/** The time limit of a call whose reply or stream lasts too long, and of a call after an idle time. */
export const ENDLESS_LIMIT_MS = 1000;
/** How long the connection is idle before the call. */
export const IDLE_MS = 1200;
/**
 * The delay of a late reply. A surface that reads its time limit in the wrong unit, such as seconds as milliseconds,
 * times out earlier.
 */
export const LATE_MS = 1500;

function noReply(words: string, on: readonly OperationShape[], isRare = false): NetworkFault {
  return { effect: 'no-reply', words, on, ...(!isRare && { isEssential: true }) };
}

function refusal(words: string, on: readonly OperationShape[]): NetworkFault {
  return { effect: 'refused', words, on, isEssential: true };
}

function harmless(words: string, on: OperationShape): NetworkFault {
  return { effect: 'none', words, on: [on], isEssential: true };
}
