import { expect, it } from 'vitest';
import { questionIn } from './question.js';

it.each<[string, string | undefined]>([
  ['Delete b-1? [y/N]: Aborted!', 'Delete b-1? [y/N]: Aborted!'],
  ['reading\n\u001B[1mProceed (Y/n)?\u001B[0m ', 'Proceed (Y/n)?'],
  ['This removes 3 items.\nAre you sure', 'Are you sure'],
  ['Delete the booking?', 'Delete the booking?'],
  ['Do you want to continue?', 'Do you want to continue?'],
  ["Only 'yes' will be accepted. <yes/no>", "Only 'yes' will be accepted. <yes/no>"],
  ['{"title":"Not found","detail":"Did you delete it?"}', undefined],
  ['error: HTTP 404', undefined],
  ['', undefined],
])('finds the question in the output of a program: %j', (output, want) => {
  expect(questionIn(output).question).toBe(want);
});
