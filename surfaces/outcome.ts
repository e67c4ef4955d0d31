import type { Json } from '../contract/json/json.js';
import type { StreamEvent } from '../contract/wire/event-stream.js';

/** An event as a surface returned it. */
export interface ReportedEvent extends StreamEvent {
  /** The value of the JSON in `data`. Omitted if the surface returns only the text. */
  readonly value?: Json;
}

/** What the caller of a surface saw. All surfaces report it in this form. */
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
      readonly events: readonly ReportedEvent[];
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
      /** `surface`: no caller of the surface can express the input. Omitted: only the driver cannot express it. */
      readonly by?: 'surface';
    }
  | {
      readonly kind: 'crash';
      readonly detail: string;
      readonly native?: NativeSignal;
      /** True if the surface raised an error that its caller can catch, so the surface did not end. */
      readonly raised?: true;
      /** True if the surface wrote text to an output on which only messages of its protocol are allowed. */
      readonly strayOutput?: true;
    }
  | {
      readonly kind: 'timeout';
      readonly afterMs: number;
      /** The question that the surface asked, if it was waiting for an answer. */
      readonly question?: string;
      /** True if the surface did not end the call within its time limit, so that the driver ended it. */
      readonly forced?: true;
    };

/**
 * How a surface signals an outcome, such as an exit code or an error class. Rules compare these signals with the
 * failure table. A surface sets only the members that it has.
 */
export interface NativeSignal {
  /** The class of the error that an SDK threw. */
  readonly error?: string;
  /** The `code` of a thrown `TransportError` (see `TRANSPORT_CODES`), if the error has a `code`. */
  readonly code?: string;
  /**
   * The headers of the reply, as the thrown error contains them. Names are in lower case. Omitted if errors of the
   * surface have no headers. Cookies and credentials are left out.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The exit code of a program that uses the same exit codes as generated programs. */
  readonly exitCode?: number;
  /** The exit code of a program that uses exit codes of its own. The configuration states their meanings. */
  readonly ownExitCode?: number;
  /** `isError` of an MCP tool result. */
  readonly isError?: boolean;
  /**
   * True if the caller received bytes. `value` is then a string: their text if they are UTF-8, otherwise one character
   * for each byte.
   */
  readonly bytes?: true;
  /** Where the call violates a schema that the surface itself declares. */
  readonly contradictions?: readonly Contradiction[];
  /**
   * How the text of an MCP tool result differs from its structured content. `packed`: the JSON of the structured
   * content is in a code block of Markdown or in a JSON string. Omitted if the text repeats the structured content.
   */
  readonly text?: 'missing' | 'malformed' | 'different' | 'packed';
  /** The line of standard error that contains the token of the call. Set only if the call failed. */
  readonly lineWithToken?: string;
  /** The question that a program asked, although it has no terminal on which to answer. */
  readonly question?: string;
  /**
   * True if the page parsed the string `MARKUP_TEXT` of the reply as HTML, so that it shows `PARSED_MARKUP` instead.
   */
  readonly parsedMarkup?: true;
  /**
   * Pointers to the elements of a problem's `errors` that a card does not list, although it lists others.
   * Omitted if there are none.
   */
  readonly unlisted?: readonly string[];
  /** Pointers to the arguments that the call changed in the objects of its caller. Omitted if the call changed none. */
  readonly changedArguments?: readonly string[];
}

/** A place where a call violates a schema that the surface declares at run time, such as the input schema of a tool. */
export interface Contradiction {
  /**
   * What violates the schema. `arguments`: the arguments that the driver passed. `result`: the result that the surface
   * returned. `omitted`: the driver left out an argument that the operation requires, but that the schema of the
   * surface lists as optional.
   */
  readonly of: 'arguments' | 'result' | 'omitted';
  /** JSON Pointer to the place in the arguments or in the result. */
  readonly pointer: string;
  /** The JSON Schema keyword that is violated. It is `structuredContent` if the result has no structured content. */
  readonly keyword: string;
  /** Pointer to the violated keyword in the schema. */
  readonly at: string;
}
