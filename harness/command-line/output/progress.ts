import type { WriteStream } from 'node:tty';
import type { ReportEntry } from '../../../reports/report.js';
import { counted } from '../../../reports/text/amounts.js';
import { visible } from '../../../contract/json/visible.js';
import { type RunState, progressLine } from './progress-line.js';
import { canRedraw } from './terminal-features.js';

export interface Progress {
  readonly phase: (name: string, detail: string) => void;
  readonly cases: (backend: string, surface: string, done: number, total: number) => void;
  /** Receives each entry of the report. The progress line shows the number of findings among them, as "differences". */
  readonly entry: (entry: ReportEntry) => void;
  /** Clears the progress line. */
  readonly end: () => void;
}

type Stream = Pick<WriteStream, 'write' | 'isTTY' | 'columns'>;

const REDRAW_MS = 100;
/** The interval after which the line is redrawn even if nothing else changes, so that the displayed times advance. */
const TICK_MS = 1000;
/** The time between two progress lines in a log. */
const LOG_MS = 30_000;

/**
 * Shows the progress of a run. On a terminal that supports it, one line is redrawn. Otherwise, a line is written for
 * each phase, for each surface and every 30 seconds.
 */
export function progressOf(stream: Stream, now: () => number = () => performance.now()): Progress {
  return canRedraw(stream) ? live(stream, now) : logged(stream, now);
}

function logged(stream: Pick<Stream, 'write'>, now: () => number): Progress {
  const state = new Counts(now);
  const line = (text: string): void => void stream.write(`parity: ${text}\n`);
  let written = now();
  return {
    phase: (name, detail) => {
      state.phase(name, detail);
      line(visible(`${name}: ${detail}`));
    },
    cases: (backend, surface, done, total) => {
      state.cases(surface, done, total);
      if (done === total) line(`${visible(`${backend}: ${surface}`)}: ${counted(total, 'case')}`);
      else if (now() - written >= LOG_MS) line(progressLine(state.state(), Infinity));
      else return;
      written = now();
    },
    entry: (entry) => state.entry(entry),
    end: () => undefined,
  };
}

function live(stream: Pick<Stream, 'write' | 'columns'>, now: () => number): Progress {
  const state = new Counts(now);
  let drawn = 0;
  const draw = (): void => {
    const width = Math.max(20, (stream.columns || 80) - 1);
    stream.write(`\r\u001b[2K${progressLine(state.state(), width)}`);
    drawn = now();
  };
  const ticking = setInterval(draw, TICK_MS).unref();
  return {
    phase: (name, detail) => {
      state.phase(name, detail);
      draw();
    },
    cases: (_, surface, done, total) => {
      state.cases(surface, done, total);
      if (now() - drawn > REDRAW_MS) draw();
    },
    entry: (entry) => state.entry(entry),
    end: () => {
      clearInterval(ticking);
      stream.write('\r\u001b[2K');
    },
  };
}

/** The state of a run, derived from its events. */
class Counts {
  readonly #differences = new Set<string>();
  readonly #surfaces = new Map<string, { readonly done: number; readonly total: number }>();
  #phase = '';
  #began = 0;

  constructor(private readonly now: () => number) {}

  phase(name: string, detail: string): void {
    this.#phase = `${name}: ${detail}`;
    this.#surfaces.clear();
    this.#began = this.now();
  }

  cases(surface: string, done: number, total: number): void {
    this.#surfaces.set(surface, { done, total });
  }

  entry(entry: ReportEntry): void {
    if (entry.kind === 'finding') this.#differences.add(entry.finding.id);
    if (entry.kind === 'unsteady') this.#differences.delete(entry.finding.id);
  }

  state(): RunState {
    return {
      phase: this.#phase,
      surfaces: [...this.#surfaces].map(([id, counts]) => ({ id, ...counts })),
      // The time counts from the start of the process. It includes the loading of the program.
      elapsedMs: this.now(),
      phaseMs: this.now() - this.#began,
      differences: this.#differences.size,
    };
  }
}
