import type { WriteStream } from 'node:tty';
import { fitWidth } from '../../../reports/text/display-width.js';
import { visible } from '../../../reports/text/visible.js';

export interface Progress {
  readonly phase: (name: string, detail: string) => void;
  readonly cases: (backend: string, surface: string, done: number, total: number) => void;
  /** Clears the live line. */
  readonly end: () => void;
}

const REDRAW_MS = 100;

/**
 * A live line on a terminal that can redraw it; elsewhere, such as in a log, a line for each phase and each surface.
 */
export function progressOf(stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>): Progress {
  return stream.isTTY && process.env['TERM'] !== 'dumb' ? live(stream) : logged(stream);
}

function logged(stream: Pick<WriteStream, 'write'>): Progress {
  return {
    phase: (name, detail) => void stream.write(`parity: ${visible(`${name}: ${detail}`)}\n`),
    cases: (backend, surface, done, total) =>
      void (done === total && stream.write(`parity: ${visible(`${backend}: ${surface}`)}: ${total} cases\n`)),
    end: () => undefined,
  };
}

function live(stream: Pick<WriteStream, 'write' | 'columns'>): Progress {
  const surfaces = new Map<string, string>();
  let phase = '';
  let drawn = 0;
  const draw = (): void => {
    const line = `${phase}  ${[...surfaces].map(([surface, done]) => `${surface} ${done}`).join('  ')}`;
    const width = Math.max(20, (stream.columns || 80) - 1);
    stream.write(`\r\u001b[2K${fitWidth(visible(line), width).trimEnd()}`);
    drawn = performance.now();
  };
  return {
    phase: (name, detail) => {
      phase = `${name}: ${detail}`;
      surfaces.clear();
      draw();
    },
    cases: (_, surface, done, total) => {
      surfaces.set(surface, `${done}/${total}`);
      if (performance.now() - drawn > REDRAW_MS) draw();
    },
    end: () => void stream.write('\r\u001b[2K'),
  };
}
