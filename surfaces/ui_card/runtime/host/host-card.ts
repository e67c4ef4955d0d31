/// <reference lib="dom" />
import type { PingRequest } from '@modelcontextprotocol/client';
import type {
  McpUiHostContext,
  McpUiHostContextChangedNotification,
  McpUiInitializeResult,
  McpUiResourceTeardownRequest,
  McpUiToolCancelledNotification,
  McpUiToolInputNotification,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps';
import type { Caller } from '../wire/caller.js';
import { CardFrame } from '../panel/card-frame.js';
import type { CardModel } from '../model/card-model.js';
import type { CardTools } from '../panel/card-tools.js';
import { element } from '../page/dom.js';
import { isRecord } from '../model/is-record.js';
import { operationPanel, showingPanel } from '../panel/operation-panel.js';
import { failureView } from '../panel/views.js';
import { HostCalls } from './host-calls.js';
import { HostLink } from './host-link.js';
import { reportHeight } from './report-height.js';
import { toolArguments } from './tool-arguments.js';
import { toolReply } from './tool-reply.js';

type HostNotification =
  | McpUiHostContextChangedNotification
  | McpUiToolInputNotification
  | McpUiToolResultNotification
  | McpUiToolCancelledNotification;
type HostRequest = McpUiResourceTeardownRequest | PingRequest;

/** A message of the host that is not validated yet: any member may be missing or have any type. */
type Unchecked<Shape> = { readonly [Member in keyof Shape]?: unknown };

const PROTOCOL = '2026-01-26';
const NO_TOOL = 'The host has no tool for this operation. To follow a stream live, open the card as a separate page.';
const NO_CALLS = 'This host shows the results of tools, but makes no calls for a card.';

/**
 * Shows the card inside the frame of an MCP Apps host. The card makes no HTTP calls itself: it asks the host to make
 * them. It also shows calls that the host makes on its own.
 */
export function hostCard(root: HTMLElement, model: CardModel, tools: CardTools, host: Window): void {
  root.dataset['hosted'] = '';
  new HostCard(root, model, tools, host).join();
}

class HostCard {
  readonly #link: HostLink;
  #shown: { readonly frame: CardFrame; readonly calls: HostCalls } | undefined;

  constructor(
    readonly root: HTMLElement,
    readonly model: CardModel,
    readonly tools: CardTools,
    host: Window,
  ) {
    this.#link = new HostLink(host, {
      notified: (method, params) =>
        this.#notified(method as HostNotification['method'], isRecord(params) ? params : {}),
      asked: (method) => this.#asked(method as HostRequest['method']),
    });
  }

  /**
   * Contacts the host, and shows the card after the host has answered. Before that, the capabilities of the host are
   * unknown.
   */
  join(): void {
    const appInfo = { name: this.model.title, version: '1' };
    const appCapabilities = { availableDisplayModes: ['inline' as const] };
    const waiting = element('p', { class: 'hint', role: 'status' }, 'Waiting for the host …');
    this.root.append(waiting);
    this.#link.request('ui/initialize', { appInfo, appCapabilities, protocolVersion: PROTOCOL }).then(
      (result) => {
        waiting.remove();
        this.#joined(isRecord(result) ? result : {});
      },
      (cause: unknown) => waiting.replaceWith(failureView(cause instanceof Error ? cause.message : String(cause))),
    );
  }

  #joined({ hostCapabilities, hostContext }: Unchecked<McpUiInitializeResult>): void {
    const makesCalls = isRecord(hostCapabilities) && hostCapabilities['serverTools'] !== undefined;
    const panels = this.model.operations.map((operation) =>
      makesCalls && this.tools.has(operation.id)
        ? operationPanel(operation, this.#call)
        : showingPanel(operation.title, makesCalls ? NO_TOOL : NO_CALLS, operation.id),
    );
    const frame = new CardFrame(this.model.title, panels);
    this.#shown = { frame, calls: new HostCalls(frame, panels, this.tools) };
    this.root.append(...frame.nodes);
    this.#context(isRecord(hostContext) ? hostContext : {});
    this.#link.notify('ui/notifications/initialized', {});
    reportHeight(this.root, (height) => this.#link.notify('ui/notifications/size-changed', { height }));
  }

  readonly #call: Caller = async (operation, args, signal) => {
    const tool = this.tools.get(operation.id);
    const result = await this.#link.request(
      'tools/call',
      { name: tool?.name ?? operation.id, arguments: await toolArguments(operation, args) },
      signal,
    );
    return toolReply(result, tool?.output);
  };

  /**
   * Handles a notification of the host. A host sends none before it receives `initialized` (MCP Apps 2026-01-26,
   * Sandbox proxy, 6).
   */
  #notified(method: HostNotification['method'], params: Readonly<Record<string, unknown>>): void {
    const calls = this.#shown?.calls;
    switch (method) {
      case 'ui/notifications/host-context-changed':
        return this.#context(params);
      case 'ui/notifications/tool-input':
        return calls?.began(params['arguments'] ?? {});
      case 'ui/notifications/tool-result':
        return calls?.ended(params);
      case 'ui/notifications/tool-cancelled':
        return calls?.cancelled(params['reason']);
      default:
        return method satisfies never;
    }
  }

  /** Updates the context of the card, such as its theme. Only the members in the update change. */
  #context({ theme, toolInfo }: Unchecked<McpUiHostContext>): void {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
    if (isRecord(toolInfo) && isRecord(toolInfo['tool'])) this.#shown?.calls.of(toolInfo['tool']);
  }

  #asked(method: HostRequest['method']): boolean {
    if (method === 'ui/resource-teardown') this.#shown?.calls.endAll();
    return method === 'ui/resource-teardown' || method === 'ping';
  }
}
