/// <reference lib="dom" />

/** Tells the height that the card wants, in CSS pixels, now and whenever it changes. Its width is for the host to say. */
export function reportHeight(card: HTMLElement, tell: (height: number) => void): void {
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(card.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    tell(height);
  }).observe(card);
}
