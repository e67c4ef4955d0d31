#!/usr/bin/env node
import { program } from './command-line/program.js';
import { printError } from './command-line/print-error.js';

// A reader that has seen enough, such as `head`, is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  await program().parseAsync(process.argv);
} catch (error) {
  printError(error);
  process.exitCode = 2;
}
