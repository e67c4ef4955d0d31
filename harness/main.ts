#!/usr/bin/env node
import { program } from './command-line/program.js';
import { printError } from './command-line/print-error.js';

try {
  await program().parseAsync(process.argv);
} catch (error) {
  printError(error);
  process.exitCode = 2;
}
