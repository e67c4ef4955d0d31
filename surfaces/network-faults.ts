/**
 * Network faults that the phase `faults` tries, and what the caller of a surface must see. Rules and the tap's
 * scripts refer to them by name.
 */
export interface NetworkFault {
  /**
   * What the fault does to the call. `none`: the reply is complete and valid, so the call ends as without the fault.
   * `no-reply`: no complete reply arrives. `refused`: the service answers 429 or 503. `early-end`: a stream ends before
   * its terminal event. `unreadable`: the reply is complete, but its content cannot be read.
   */
  readonly effect: 'none' | 'no-reply' | 'refused' | 'early-end' | 'unreadable';
  /** Completes the sentence "The service …". */
  readonly words: string;
  /**
   * The operations on which the fault is tried: operations with a safe method, with an unsafe method, or with an event
   * stream.
   */
  readonly on: readonly OperationShape[];
  /** The call lasts until the surface's own time limit. */
  readonly isEndless?: true;
  /** The user repeats the call before its reply arrives. The second call replaces the first. */
  readonly isRepeated?: true;
  /**
   * The reply takes longer than the time limit of the call, which is the same limit as for endless faults. Only tried
   * on surfaces that report events.
   */
  readonly isLong?: true;
  /** The reply arrives after `LATE_MS`. Only tried on surfaces whose calls may last twice `LATE_MS`. */
  readonly isLate?: true;
  /** The fault is also tried on surfaces with slow calls, but only on the first operation. */
  readonly isEssential?: true;
}

/** The reply to the first of two equal calls arrives while the second call waits for its reply. */
export const SUPERSEDED = 'superseded';

export type OperationShape = 'safe' | 'unsafe' | 'stream';

export const NETWORK_FAULTS: ReadonlyMap<string, NetworkFault> = new Map<string, NetworkFault>([
  ['refused', noReply('refuses connections', ['safe', 'unsafe', 'stream'])],
  ['reset', noReply('resets the connection before its reply', ['unsafe', 'safe', 'stream'])],
  ['closed', noReply('closes the connection before its reply', ['unsafe', 'safe'], true)],
  ['reset-in-head', noReply('resets the connection within the head of its reply', ['safe', 'unsafe'], true)],
  ['reset-in-body', noReply('resets the connection within the body of its reply', ['safe', 'unsafe'])],
  ['short-body', noReply('closes the connection before the length that it announced', ['unsafe', 'safe'])],
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
      words: 'compresses its reply, if the request permits gzip, and cuts the compressed content off',
      on: ['safe'],
      isEssential: true,
    },
  ],
  ['header-repeated', harmless('sends one header in several lines, and one with several values', 'unsafe')],
  ['interim', harmless('sends an interim response before its reply', 'safe')],
  ['slow-head', harmless('sends the head of its reply slowly', 'unsafe')],
  ['late', { ...harmless('sends its reply after 1.5 seconds', 'unsafe'), isLate: true }],
  ['trickle', harmless('sends its reply slowly, in parts that end within characters', 'safe')],
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
  ['idle-closed', harmless('closes the idle connection between two calls', 'safe')],
  [
    SUPERSEDED,
    {
      ...harmless('answers an earlier call of the user while a later one waits for its reply', 'safe'),
      isRepeated: true,
    },
  ],
]);

/** The name of a call without a fault, before and after each fault. */
export const UNDISTURBED = 'undisturbed';
/** Like `UNDISTURBED`, and the connection stays open. */
export const KEPT_OPEN = 'kept-open';

/** The time limit of a call that meets an endless or a long fault. */
export const ENDLESS_LIMIT_MS = 1000;
/**
 * The delay of a late reply. It is longer than a time limit that was set too low, such as a number of seconds that is
 * read as milliseconds.
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
