import type { Json } from '../contract/json/json.js';
import type { StreamEvent } from '../contract/wire/event-stream.js';

/** What the caller of a surface saw, in one form for all surfaces. */
export type Outcome =
  | {
      readonly kind: 'value';
      readonly status?: number;
      /** The returned value; omitted if the surface returned nothing, or more than the limit. */
      readonly value?: Json;
      readonly oversized?: true;
      readonly native?: NativeSignal;
    }
  | {
      readonly kind: 'problem';
      readonly status?: number;
      /** The problem document (RFC 9457), or the value returned instead of one. */
      readonly problem?: Json;
      /** The problem exceeded the limit and was not kept. */
      readonly oversized?: true;
      readonly native?: NativeSignal;
    }
  | {
      /** The whole stream, to its end. Events are in the order in which the surface returned them. */
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
      /** `surface`: the surface itself cannot express the input. If omitted, the driver cannot express it. */
      readonly by?: 'surface';
    }
  | {
      readonly kind: 'crash';
      readonly detail: string;
      readonly native?: NativeSignal;
      /** The surface raised an error that its caller can catch, and continues to work. */
      readonly raised?: true;
      /** The surface wrote a text where only messages of its protocol may stand. */
      readonly strayOutput?: true;
    }
  | {
      readonly kind: 'timeout';
      readonly afterMs: number;
      /** The surface did not end the call within its time limit; the driver ended it. */
      readonly forced?: true;
    };

/**
 * The signals by which the surface reports an outcome. They are compared with the failure table. Only the members that
 * the surface has are set.
 */
export interface NativeSignal {
  /** Name of the exception class an SDK threw. */
  readonly error?: string;
  /** Exit code of a process that follows the failure table. */
  readonly exitCode?: number;
  /** Exit code of a program with its own codes, which the configuration translates to a status. */
  readonly ownExitCode?: number;
  /** `isError` of an MCP tool result. */
  readonly isError?: boolean;
  /** Places where the call contradicts the surface's own declaration. */
  readonly contradictions?: readonly Contradiction[];
  /**
   * How the text of an MCP tool result differs from its structured content; omitted if it repeats the structured
   * content.
   */
  readonly text?: 'missing' | 'malformed' | 'different';
  /** A line of standard error that contains the token of the call. It stands beside the problem of a failure. */
  readonly lineWithToken?: string;
  /** The page parsed `MARKUP_TEXT` as HTML: it shows `PARSED_MARKUP`. */
  readonly parsedMarkup?: true;
  /** Pointers to the flat arguments that the call changed for its caller; omitted if it changed none. */
  readonly changedArguments?: readonly string[];
}

/** A call that is invalid against a schema that the surface declares at run time. */
export interface Contradiction {
  /** `result`: what the surface itself returned. */
  readonly of: 'arguments' | 'result';
  /** Pointer into the arguments or the result. */
  readonly pointer: string;
  /** The failed keyword of JSON Schema; `structuredContent` if the result has none. */
  readonly keyword: string;
  /** Pointer to the keyword in the schema. */
  readonly at: string;
}
