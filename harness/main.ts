#!/usr/bin/env node
import { program } from './command-line/program.js';
import { printError } from './command-line/output/print-error.js';
import { keepCompiledModules, writeCompiledModules } from './configuration/compiled-code.js';
import { limitHeapGrowth } from './processes/heap-growth.js';

// EPIPE is not an error: the reader of a pipe, such as `head`, may close it early.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Time to write the remaining output to a pipe. */
const LINGER_MS = 300;

limitHeapGrowth();
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
setTimeout(() => process.exit(), LINGER_MS).unref();
