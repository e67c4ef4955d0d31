import { describe, expect, it } from 'vitest';
import { type Certainty, EditQueue } from './edit-queue.js';

type Step =
  | readonly [do_: 'edit', path: string, certainty: Certainty, effect: string]
  | readonly [do_: 'start', edits: readonly string[]]
  | readonly [do_: 'end', isComplete: boolean];

const WRITTEN = ['edit', 'db', 'possible', 'queue'] as const;

const CASES: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  [
    'an edit starts a run',
    [
      ['edit', 'a', 'certain', 'queue'],
      ['start', ['a']],
      ['end', true],
      ['start', []],
    ],
  ],
  [
    'an edit during a run cancels the run, and the next run includes both edits',
    [
      ['edit', 'a', 'certain', 'queue'],
      ['start', ['a']],
      ['edit', 'b', 'certain', 'cancel'],
      ['end', false],
      ['start', ['a', 'b']],
      ['end', true],
      ['edit', 'c', 'certain', 'queue'],
      ['start', ['c']],
    ],
  ],
  [
    'edits of a run that could check nothing are included in the next run',
    [
      ['edit', 'a', 'certain', 'queue'],
      ['start', ['a']],
      ['end', false],
      ['start', []],
      ['edit', 'b', 'possible', 'queue'],
      ['start', ['a', 'b']],
    ],
  ],
  [
    'an edit of a file that the run may write waits for the end of the run',
    [['edit', 'a', 'certain', 'queue'], ['start', ['a']], WRITTEN, WRITTEN, ['end', true], ['start', ['db']]],
  ],
  [
    'a file that changes in each run is ignored during runs',
    [
      ['edit', 'a', 'certain', 'queue'],
      ['start', ['a']],
      WRITTEN,
      ['end', true],
      ['start', ['db']],
      WRITTEN,
      ['end', true],
      ['start', ['db']],
      ['edit', 'db', 'possible', 'now-ignored'],
      ['edit', 'db', 'possible', 'ignored'],
      ['end', true],
      ['start', []],
      ['edit', 'db', 'possible', 'queue'],
      ['start', ['db']],
    ],
  ],
  [
    'a run in which a file does not change resets the count of its changes',
    [
      ['edit', 'a', 'certain', 'queue'],
      ['start', ['a']],
      WRITTEN,
      ['end', true],
      ['start', ['db']],
      WRITTEN,
      ['end', true],
      ['start', ['db']],
      ['end', true],
      ['edit', 'a', 'certain', 'queue'],
      ['start', ['a']],
      WRITTEN,
    ],
  ],
  [
    'a file that was created and removed again is not an edit',
    [
      ['edit', 'gone', 'possible', 'queue'],
      ['start', []],
    ],
  ],
];

describe('the queue of edits', () => {
  it.each(CASES)('decides when a run starts: %s', (_, steps) => {
    const queue = new EditQueue();
    for (const step of steps) {
      if (step[0] === 'edit') expect(queue.edited(step[1], step[2]), JSON.stringify(step)).toBe(step[3]);
      else if (step[0] === 'start')
        expect(
          queue.start((path) => path !== 'gone'),
          JSON.stringify(step),
        ).toEqual(step[1]);
      else queue.end(step[1]);
    }
  });

  it('an edit during the first run cancels the run', () => {
    const queue = new EditQueue();
    queue.startAll();
    expect(queue.edited('a', 'certain')).toBe('cancel');
  });
});
