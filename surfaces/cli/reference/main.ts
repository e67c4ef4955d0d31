#!/usr/bin/env node
import { COMMANDS, SERVICE } from '../generated/commands.js';
import { runCommandLine } from '../runtime/command-line.js';

const program = { name: `${SERVICE.prefix}-items`, service: SERVICE, commands: COMMANDS };
// Not awaited: the file that is shipped is one CommonJS module, which starts in half the time of a dozen others.
void runCommandLine(program, process.argv.slice(2)).then((code) => {
  // Set and not exited with: what was written to a pipe still has to leave.
  process.exitCode = code;
});
