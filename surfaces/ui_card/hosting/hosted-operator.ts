/// <reference lib="dom" />
import type { CardDone, CardOperator } from '../operating/card-operator.js';

/**
 * Reads what a card in a host shows for the calls of the host. It runs inside the frame of the card. The class is sent
 * as text, so its code must not refer to anything outside the class.
 */
export class HostedOperator {
  constructor(readonly operator: CardOperator) {}

  /** True if the card has a form for the operation. */
  offers(operation: string): boolean {
    return this.outputOf(operation) !== null;
  }

  /** Removes what the card shows below the form of an operation. The next view is then certainly a new one. */
  clear(operation: string): void {
    this.outputOf(operation)?.replaceChildren();
  }

  /** Waits until the card shows the end of a call that the host made, and reads what it shows. */
  async shown(operation: string, timeoutMs: number, parsedMarkup: string): Promise<CardDone> {
    const output = this.outputOf(operation);
    const start = performance.now();
    while (output?.querySelector('[data-view]:not([data-view=pending])') === null) {
      if (performance.now() - start > timeoutMs) return { kind: 'timeout' };
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return output === null ? { kind: 'timeout' } : { kind: 'seen', sight: this.operator.see(output, parsedMarkup) };
  }

  private outputOf(operation: string): HTMLElement | null {
    return document.querySelector(`section[data-operation="${CSS.escape(operation)}"] [data-output]`);
  }
}
