/// <reference lib="dom" />

/**
 * Reports the required height of the card, in CSS pixels, now and after every change. The host determines the width.
 */
export function reportHeight(card: HTMLElement, report: (height: number) => void): void {
  let reported = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(card.getBoundingClientRect().height);
    if (height === reported) return;
    reported = height;
    report(height);
  }).observe(card);
}
