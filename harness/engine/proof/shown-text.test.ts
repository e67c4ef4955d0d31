import { expect, test } from 'vitest';
import { lastLines } from './shown-text.js';

test('the tabs of a log become spaces, because a report shows a tab as its escape', () => {
  expect(lastLines('panic: a fault\n\nmain.run()\n\t/srv/main.go:3 +0x1\n')).toBe(
    'panic: a fault\n\nmain.run()\n    /srv/main.go:3 +0x1',
  );
});
