#!/usr/bin/env node
import { runCommandLine } from '../runtime/command-line.js';
import { COMMANDS, SERVICE } from './generated/commands.js';

const program = { name: `${SERVICE.prefix}-runs`, service: SERVICE, commands: COMMANDS };
// Not awaited, because the shipped file is one CommonJS module, which cannot await at its top level.
void runCommandLine(program, process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
