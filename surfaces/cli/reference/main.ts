#!/usr/bin/env node
import { COMMANDS, SERVICE } from '../generated/commands.js';
import { runCommandLine } from '../runtime/command-line.js';

const program = { name: `${SERVICE.prefix}-items`, service: SERVICE, commands: COMMANDS };
// Not awaited, because the shipped file is one CommonJS module, which cannot await at its top level. It starts in half
// the time of a dozen ES modules.
void runCommandLine(program, process.argv.slice(2)).then((code) => {
  // `process.exit` would discard output that the reader of a pipe has not yet read.
  process.exitCode = code;
});
