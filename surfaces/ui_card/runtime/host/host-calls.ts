import type { CardFrame } from '../panel/card-frame.js';
import type { CardTool, CardTools } from '../panel/card-tools.js';
import { type Panel, showingPanel } from '../panel/operation-panel.js';
import { toolReply } from './tool-reply.js';

const LONGEST_TITLE = 200;

/**
 * Shows calls that the host has made, not the card. Each call is shown in the panel of its operation. If the operation
 * has no panel, the call gets a panel of its own.
 */
export class HostCalls {
  readonly #panels: readonly Panel[];
  /** The panels for tools that are not operations of the card, by tool name. */
  readonly #others = new Map<string, Panel>();
  #tool: CardTool | undefined;
  #panel: Panel | undefined;

  constructor(
    readonly frame: CardFrame,
    panels: readonly Panel[],
    readonly tools: CardTools,
  ) {
    this.#panels = panels;
  }

  /** Sets the tool to which the arguments and results belong that the host sends next. */
  of({ name, title }: Readonly<Record<string, unknown>>): void {
    const found = [...this.tools].find(([, tool]) => tool.name === name);
    const [operation, tool] = found ?? [];
    this.#tool = tool;
    this.#panel =
      this.#panels.find((panel) => panel.operation === operation && operation !== undefined) ??
      this.#other(tool, title);
    this.frame.choose(this.#panel);
  }

  began(args: unknown): void {
    const panel = (this.#panel ??= this.#other(undefined, undefined));
    this.frame.choose(panel);
    panel.calls.hostBegan(args);
  }

  ended(result: unknown): void {
    const panel = (this.#panel ??= this.#other(undefined, undefined));
    panel.calls.hostEnded(toolReply(result, this.#tool?.output));
  }

  cancelled(reason: unknown): void {
    this.#panel?.calls.hostEnded(
      typeof reason === 'string' ? `The call was cancelled: ${reason.slice(0, 2000)}` : 'The call was cancelled.',
    );
  }

  /** Cancels the calls that the user has started and that are still running. */
  endAll(): void {
    for (const { calls } of this.#panels) calls.stop();
  }

  /**
   * The panel of a tool that has no form on the card. Each tool of the server gets one panel. All other tools share one
   * panel, so that a host cannot create any number of panels.
   */
  #other(tool: CardTool | undefined, title: unknown): Panel {
    const name = tool?.name ?? '';
    const known = this.#others.get(name);
    if (known !== undefined) return known;
    const label =
      typeof title === 'string' && title !== '' && tool !== undefined
        ? title.slice(0, LONGEST_TITLE)
        : name || 'Result';
    const panel = showingPanel(label, '');
    this.#others.set(name, panel);
    this.frame.add(panel);
    return panel;
  }
}
