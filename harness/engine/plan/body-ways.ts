import type { BodyWay } from '../../../contract/body-way.js';
import type { Case } from '../../../contract/case.js';
import { jsonText } from '../../../contract/json/json-text.js';
import type { Operation } from '../../../contract/operation.js';
import { changedCase } from '../../cases/packed-cases.js';

/** Of the short bodies, about one in this many is passed on standard input, and one in each kind of file. */
const ONE_IN = 8;

/**
 * Bodies of at least this size in bytes are passed in each way in turn. A fault in reading a file or a stream often
 * shows only with longer bodies.
 */
const LONG_BYTES = 1024;
const WAYS_OF_LONG: readonly (BodyWay | undefined)[] = ['file', 'standard-input', undefined];
/**
 * Bodies of at least this size in bytes find programs that call `read` only once on a stream, and thus get an
 * incomplete body.
 */
const STREAM_BYTES = 4096;
const WAYS_OF_LARGE: readonly BodyWay[] = ['standard-input', 'file'];

/**
 * Chooses how a CLI receives each body of one phase, so that each way is tested with short and long bodies. For a short
 * body, the way depends only on its length. So the same input is passed in the same way in every run.
 */
export function bodyWays(operation: Operation): (made: Case) => Case {
  let long = 0;
  let large = 0;
  return (made) => {
    const text = made.input.body === undefined ? undefined : jsonText(made.input.body);
    if (operation.command === undefined || text === undefined || made.bodyWay !== undefined) return made;
    const length = Buffer.byteLength(text);
    const turn = length % ONE_IN;
    const short = turn === 3 ? 'standard-input' : turn === 7 ? 'file' : turn === 5 ? 'at-file' : undefined;
    const way =
      length < LONG_BYTES
        ? short
        : length < STREAM_BYTES
          ? WAYS_OF_LONG[long++ % WAYS_OF_LONG.length]
          : WAYS_OF_LARGE[large++ % WAYS_OF_LARGE.length];
    return way === undefined ? made : changedCase(made, { bodyWay: way });
  };
}
