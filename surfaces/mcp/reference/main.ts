#!/usr/bin/env node
import { ENVIRONMENT, SERVICE, TOOLS } from '../generated/tools.js';
import { runServer } from './run-server.js';

await runServer({ identity: SERVICE, tools: TOOLS, environment: ENVIRONMENT });
