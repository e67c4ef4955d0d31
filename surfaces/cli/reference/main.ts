#!/usr/bin/env node
import { COMMANDS, SERVICE } from '../generated/commands.js';
import { runCommandLine } from './command-line.js';

// Set and not exited with: what was written to a pipe still has to leave.
process.exitCode = await runCommandLine({ name: `${SERVICE.prefix}-items`, service: SERVICE, commands: COMMANDS }, process.argv.slice(2));
