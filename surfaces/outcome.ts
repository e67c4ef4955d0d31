import type { Json } from '../contract/json/json.js';
import type { StreamEvent } from '../contract/wire/event-stream.js';

/** What the caller of a surface saw, in one form for all surfaces. */
export type Outcome =
  | {
      readonly kind: 'value';
      readonly status?: number;
      /** The returned value. Omitted if the surface returned nothing, or a value that exceeds the limit. */
      readonly value?: Json;
      readonly oversized?: true;
      readonly native?: NativeSignal;
    }
  | {
      readonly kind: 'problem';
      readonly status?: number;
      /** The problem document (RFC 9457), or the value that the surface returned in its place. */
      readonly problem?: Json;
      /** True if the problem exceeded the size limit and was not kept. */
      readonly oversized?: true;
      readonly native?: NativeSignal;
    }
  | {
      /** A complete stream. Events are in the order in which the surface returned them. */
      readonly kind: 'events';
      readonly status?: number;
      readonly events: readonly StreamEvent[];
      readonly native?: NativeSignal;
    }
  | {
      readonly kind: 'refused';
      readonly by: 'client' | 'gate';
      readonly reason: string;
      readonly native?: NativeSignal;
    }
  | {
      readonly kind: 'inexpressible';
      readonly reason: string;
      /** `surface`: the surface cannot express the input. If omitted, only the driver cannot express it. */
      readonly by?: 'surface';
    }
  | {
      readonly kind: 'crash';
      readonly detail: string;
      readonly native?: NativeSignal;
      /** True if the surface raised an error that its caller can catch, and then continued to work. */
      readonly raised?: true;
      /** True if the surface wrote other text where only messages of its protocol are allowed. */
      readonly strayOutput?: true;
    }
  | {
      readonly kind: 'timeout';
      readonly afterMs: number;
      /** The question that the surface asked, if it waits for an answer. */
      readonly question?: string;
      /** True if the surface did not end the call within its time limit, so that the driver ended it. */
      readonly forced?: true;
    };

/**
 * Signals by which the surface reports an outcome. Rules compare them with the failure table. A surface sets only the
 * members that apply to it.
 */
export interface NativeSignal {
  /** The class of the error that an SDK threw. */
  readonly error?: string;
  /** The `code` of a thrown `TransportError` (see `TRANSPORT_CODES`), if the error has a `code`. */
  readonly code?: string;
  /**
   * The headers of the reply that the thrown error carries, with lower-case names. Omitted if errors of the surface carry
   * no headers. Cookies and credentials are left out.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Exit code of a process that follows the failure table. */
  readonly exitCode?: number;
  /** Exit code of a program with its own exit codes. The configuration maps these to statuses. */
  readonly ownExitCode?: number;
  /** `isError` of an MCP tool result. */
  readonly isError?: boolean;
  /**
   * True if the value is a string that represents the bytes which the caller received: their text if they are UTF-8,
   * otherwise one character for each byte.
   */
  readonly bytes?: true;
  /** Places where the call contradicts a schema that the surface itself declares. */
  readonly contradictions?: readonly Contradiction[];
  /**
   * How the text of an MCP tool result differs from its structured content. `packed`: the JSON of the structured content
   * is in a code block of Markdown or in a JSON string. Omitted if the text repeats the structured content.
   */
  readonly text?: 'missing' | 'malformed' | 'different' | 'packed';
  /** The line of standard error that contains the token of the call. Set only if the call failed. */
  readonly lineWithToken?: string;
  /** The question that a program asked, although it has no terminal on which to answer. */
  readonly question?: string;
  /** True if the page parsed `MARKUP_TEXT` as HTML. It then shows `PARSED_MARKUP`. */
  readonly parsedMarkup?: true;
  /**
   * Pointers to the elements of a problem's `errors` that a card does not list, although it lists others.
   * Omitted if there are none.
   */
  readonly unlisted?: readonly string[];
  /**
   * Pointers to the flat arguments that the call changed in the memory of its caller. Omitted if the call changed none.
   */
  readonly changedArguments?: readonly string[];
}

/** A place where a call violates a schema that the surface declares at run time. */
export interface Contradiction {
  /**
   * `arguments`: what the driver passed. `result`: what the surface returned. `omitted`: a required argument of the
   * operation that the driver did not pass, and that the schema lists as optional.
   */
  readonly of: 'arguments' | 'result' | 'omitted';
  /** Pointer into the arguments or the result. */
  readonly pointer: string;
  /** The JSON Schema keyword that is violated. `structuredContent` if the result has no structured content. */
  readonly keyword: string;
  /** Pointer to the violated keyword in the schema. */
  readonly at: string;
}
