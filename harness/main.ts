#!/usr/bin/env node
import { program } from './command-line/program.js';
import { printError } from './command-line/output/print-error.js';
import { outputWritten } from './command-line/output/written-output.js';
import { keepCompiledModules, writeCompiledModules } from './configuration/compiled-code.js';
import { limitHeapGrowth } from './processes/heap-growth.js';
import { optimizeLate } from './processes/late-optimization.js';

// EPIPE is not an error: the reader of a pipe, such as `head`, may close it early.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** The time in milliseconds that the process has to end by itself before it is ended. */
const LINGER_MS = 300;

/** The maximum time that a reader of the output, such as a pager, has to read the rest of it. */
const READER_MS = 600_000;

limitHeapGrowth();
optimizeLate();
keepCompiledModules();
try {
  await program(0).parseAsync(process.argv);
} catch (error) {
  printError(error);
  process.exitCode = 2;
}

// When nothing is left to do, Node frees the environment before it exits. This never ends if a request of a socket is
// never completed, so the process exits without it.
process.once('beforeExit', () => {
  writeCompiledModules();
  process.exit();
});
// Exits even if the code of a surface keeps something open, such as a connection.
setTimeout(() => {
  void outputWritten([process.stdout, process.stderr], READER_MS).then(() => process.exit());
}, LINGER_MS).unref();
