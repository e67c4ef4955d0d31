export interface Settings {
  readonly baseUrl: string;
  readonly token?: string;
  readonly timeoutMs: number;
}

export interface Input {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly cookie?: Record<string, unknown>;
  readonly body?: unknown;
}

/** The object that the driver calls: it has a method for each operation. */
export type Methods = Record<string, (input: Input) => Promise<unknown>>;

/** The result of a call of either client. */
interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}

/** Each client gets a fetch with the time limit of the call. */
export function fetchWithin(timeoutMs: number): typeof fetch {
  return (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
}

/** The value of a success; a failure is thrown with its status and its document. */
export async function valueOf(call: Promise<Result>): Promise<unknown> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    const isTimeout = thrown instanceof Error && thrown.name === 'TimeoutError';
    throw isTimeout ? Object.assign(new Error('no reply in time'), { code: 'timeout' }) : thrown;
  });
  if (response === undefined) throw error;
  if (!response.ok) throw Object.assign(new Error(response.statusText), { status: response.status, problem: error });
  return data;
}
