#!/usr/bin/env node
import { runServer } from '../reference/run-server.js';
import { RUN_SCIENCE_LOOP } from './run-science-loop.js';

await runServer({
  identity: { name: 'science-runtime-api', title: 'Science Runtime API', version: '0.1.0' },
  tools: [RUN_SCIENCE_LOOP],
  environment: { baseUrl: 'SVC_BASE_URL', token: 'SVC_TOKEN' },
});
