import { describe, expect, it } from 'vitest';
import { STYLE } from './style.js';

/** Each text colour with the background colours behind it, by the names of their CSS variables. */
const PAIRS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['ink', ['paper', 'card', 'code', 'mark', 'pass-bg', 'fail-bg', 'wait-bg', 'error-bg']],
  ['soft', ['paper', 'card', 'code', 'pass-bg', 'fail-bg', 'wait-bg', 'error-bg']],
  ['accent', ['paper', 'card', 'pass-bg', 'fail-bg', 'wait-bg', 'error-bg']],
  ['pass', ['card', 'pass-bg', 'paper']],
  ['fail', ['card', 'fail-bg', 'paper']],
  ['wait', ['card', 'wait-bg', 'paper']],
  ['error', ['card', 'error-bg', 'paper']],
  ['none', ['card', 'paper']],
];

describe('STYLE', () => {
  const [light = '', dark = ''] = STYLE.split('prefers-color-scheme: dark');
  it.each([
    ['light', variables(light)],
    ['dark', variables(dark.slice(0, dark.indexOf('}')))],
  ])('all texts have a contrast of at least 4.5 to 1 in the %s colour scheme', (_name, colours) => {
    for (const [text, grounds] of PAIRS) {
      for (const ground of grounds) {
        expect(
          contrast(colours.get(text) ?? '', colours.get(ground) ?? ''),
          `${text} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

function variables(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = '', colour = '']) => [name, colour]));
}

/** The contrast ratio of two colours by WCAG 2.2. The colours are written as `#rrggbb`. */
function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [red = Number.NaN, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? []).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
