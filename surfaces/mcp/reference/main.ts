#!/usr/bin/env node
import { ENVIRONMENT } from '../generated/tools.js';
import { parseOptions } from './options.js';
import { serveOnStdio } from './serve-on-stdio.js';
import { readService } from './service.js';

/** Exit codes: 0 ended by its client or a signal, 2 wrong arguments or environment. */
const options = parseOptions(process.argv.slice(2));
const service = readService(process.env, ENVIRONMENT);

if (options.kind === 'help') process.stdout.write(options.text);
else if (options.kind === 'wrong' || service.kind === 'wrong') {
  process.stderr.write(`${options.kind === 'wrong' ? options.message : ''}${service.kind === 'wrong' ? service.message : ''}`);
  process.exitCode = 2;
} else if (options.kind === 'http') {
  // Loaded only here: over stdio every millisecond of start is a client's wait.
  const { serveOnHttp } = await import('./serve-on-http.js');
  await serveOnHttp(service.service, options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
} else serveOnStdio(service.service);
