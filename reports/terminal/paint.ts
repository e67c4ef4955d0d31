import picocolors from 'picocolors';
import type { ReportVerdict, Verdict } from '../report.js';

/**
 * Functions that colour text. The colours only repeat what words and symbols state, so the text without colours is
 * complete.
 */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  /** Colours a text for a verdict. `waived` stands for a failure whose findings are all waived. */
  tone(verdict: Verdict | ReportVerdict | 'waived', text: string): string;
}

export function paint(colour: boolean): Paint {
  const colours = picocolors.createColors(colour);
  const tones: Readonly<Record<Verdict | ReportVerdict | 'waived', (text: string) => string>> = {
    pass: colours.green,
    fail: colours.red,
    inconclusive: colours.yellow,
    waived: colours.yellow,
    interrupted: colours.yellow,
    error: colours.magenta,
    inapplicable: colours.dim,
  };
  return { bold: colours.bold, dim: colours.dim, tone: (verdict, text) => tones[verdict](text) };
}
