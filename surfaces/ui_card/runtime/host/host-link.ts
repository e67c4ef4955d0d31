/// <reference lib="dom" />
import type {
  McpUiInitializedNotification,
  McpUiInitializeRequest,
  McpUiSizeChangedNotification,
} from '@modelcontextprotocol/ext-apps';
import type { CallToolRequest } from '@modelcontextprotocol/client';
import { readHostMessage } from './host-message.js';

type Requests = McpUiInitializeRequest | Pick<CallToolRequest, 'method' | 'params'>;
type Notifications = McpUiInitializedNotification | McpUiSizeChangedNotification;

/** What the card does with the notifications and requests of the host. */
export interface HostListener {
  notified(method: string, params: unknown): void;
  /** Handles a request of the host. Returns true if the card supports the method. */
  asked(method: string): boolean;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Sends and receives JSON-RPC messages. The card exchanges them only with the window that contains it (MCP Apps
 * 2026-01-26, Transport Layer).
 */
export class HostLink {
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(
    readonly host: Window,
    readonly listener: HostListener,
  ) {
    window.addEventListener('message', ({ source, data }) => {
      if (source === this.host) this.#receive(data);
    });
  }

  /**
   * Sends a request to the host, and resolves with its result, which is not validated. Rejects with the error of the
   * host. If the call is aborted, the host is informed.
   */
  request<Request extends Requests>(
    method: Request['method'],
    params: Request['params'],
    signal?: AbortSignal,
  ): Promise<unknown> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return;
        this.#post({ method: 'notifications/cancelled', params: { requestId: id } });
        reject(signal.reason as Error);
      });
      this.#post({ id, method, params });
    });
  }

  notify<Notification extends Notifications>(
    method: Notification['method'],
    params: NonNullable<Notification['params']>,
  ): void {
    this.#post({ method, params });
  }

  #receive(data: unknown): void {
    const message = readHostMessage(data);
    if (message?.kind === 'notification') this.listener.notified(message.method, message.params);
    else if (message?.kind === 'request') {
      const { id, method } = message;
      const isKnown = this.listener.asked(method);
      this.#post(isKnown ? { id, result: {} } : { id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
    } else if (message !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'result') waiting?.resolve(message.result);
      else waiting?.reject(new Error(message.message));
    }
  }

  /**
   * Posts a message to the window of the host, whatever its origin. The origin of the host is unknown, and a host may
   * have none.
   */
  #post(message: object): void {
    this.host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}

/** The error code for an unsupported method (JSON-RPC 2.0 §5.1). */
const METHOD_NOT_FOUND = -32_601;
