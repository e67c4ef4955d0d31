#!/usr/bin/env node
import { program } from './command-line/program.js';
import { printError } from './command-line/output/print-error.js';
import { keepCompiledModules } from './configuration/compiled-code.js';
import { limitHeapGrowth } from './processes/heap-growth.js';

// A reader that has seen enough, such as `head`, is not a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** The maximum time for writing the rest of the output to a pipe. */
const LINGER_MS = 300;

limitHeapGrowth();
keepCompiledModules();
try {
  await program().parseAsync(process.argv);
} catch (error) {
  printError(error);
  process.exitCode = 2;
}

// Whatever a surface's own code still waits for, such as a connection that it keeps open, must not hold the process.
setTimeout(() => process.exit(), LINGER_MS).unref();
