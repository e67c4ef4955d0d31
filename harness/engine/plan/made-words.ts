import { counted } from '../../../reports/text/amounts.js';

/** The minimum milliseconds between two progress messages. A run that makes all its cases sooner prints none. */
const EVERY_MS = 5000;

/**
 * Returns a function that is called with the number of operations whose cases were made. It shows this number every few
 * seconds, because the cases of a large contract can take minutes.
 */
export function madeWords(
  operations: number,
  show: (words: string) => void,
  now: () => number = () => performance.now(),
): (done: number) => void {
  let shownMs = now();
  return (done) => {
    if (now() - shownMs < EVERY_MS) return;
    shownMs = now();
    show(`cases made for ${done} of ${counted(operations, 'operation')}`);
  };
}
