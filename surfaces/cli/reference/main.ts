#!/usr/bin/env node
import { COMMANDS, SERVICE } from '../generated/commands.js';
import { runCommandLine } from '../runtime/command-line.js';

const program = { name: `${SERVICE.prefix}-items`, service: SERVICE, commands: COMMANDS };
// Not awaited, because the shipped file is one CommonJS module. Such a module starts in half the time of a dozen ES
// modules.
void runCommandLine(program, process.argv.slice(2)).then((code) => {
  // `process.exit` would lose output that a pipe has not yet taken.
  process.exitCode = code;
});
