import type { Json } from '../contract/json/json.js';
import type { StreamEvent } from '../contract/wire/event-stream.js';

/** What the caller of a surface saw, in the same words for every surface. */
export type Outcome =
  | {
      readonly kind: 'value';
      readonly status?: number;
      /** Absent: the surface returned nothing, or more than may be kept. */
      readonly value?: Json;
      readonly oversized?: true;
      readonly native?: NativeSignal;
    }
  | {
      readonly kind: 'problem';
      readonly status?: number;
      /** The problem document (RFC 9457) or whatever stood in its place. */
      readonly problem?: Json;
      /** It was more than may be kept. */
      readonly oversized?: true;
      readonly native?: NativeSignal;
    }
  | {
      /** The whole stream, to its end: what the surface told its caller of each event, in the order it did. */
      readonly kind: 'events';
      readonly status?: number;
      readonly events: readonly StreamEvent[];
      readonly native?: NativeSignal;
    }
  | { readonly kind: 'refused'; readonly by: 'client' | 'gate'; readonly reason: string; readonly native?: NativeSignal }
  | {
      readonly kind: 'inexpressible';
      readonly reason: string;
      /** It is the surface itself that says so, or what stands for it; otherwise our driver of it has no way to. */
      readonly by?: 'surface';
    }
  | { readonly kind: 'crash'; readonly detail: string; readonly native?: NativeSignal }
  | { readonly kind: 'timeout'; readonly afterMs: number };

/** How the surface itself said it, compared with the failure table. Only what the surface has is set. */
export interface NativeSignal {
  /** Name of the exception class an SDK threw. */
  readonly error?: string;
  /** Exit code of a process. */
  readonly exitCode?: number;
  /** `isError` of an MCP tool result. */
  readonly isError?: boolean;
  /** Where the call is not what the surface itself declares of it. */
  readonly contradictions?: readonly Contradiction[];
  /** Pointers into the flat arguments that the call changed for its caller; absent where it changed none. */
  readonly changedArguments?: readonly string[];
}

/** A schema that a surface declares at run time, and a call that does not meet it. */
export interface Contradiction {
  /** `result`: what the surface itself returned. */
  readonly of: 'arguments' | 'result';
  /** Into the arguments or the result. */
  readonly pointer: string;
  /** The keyword of JSON Schema that is not met; `structuredContent` where a result has none. */
  readonly keyword: string;
  /** Where that keyword stands: a pointer into the schema. */
  readonly at: string;
}
