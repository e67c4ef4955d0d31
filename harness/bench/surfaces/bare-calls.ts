import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Pool } from 'undici';
import { openBrowser } from '../../../surfaces/ui_card/browser/open-browser.js';
import { HostedProcesses } from '../../../surfaces/process/host/hosted-processes.js';
import { LogTail } from '../../../surfaces/process/log-tail.js';
import { minimalEnvironment } from '../../../surfaces/process/minimal-environment.js';

/** The smallest program that does what a case on a surface needs, without the harness. */
interface BareCall {
  readonly call: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Opens a bare call. If the call makes an HTTP exchange, `body` is the body of the reply. */
export type OpenBareCall = (body: Buffer) => Promise<BareCall>;

/** A Node process that does nothing, with the environment of a case. */
export const bareProcess: OpenBareCall = async () => processes('0');

/** A Node process that makes one exchange with the HTTP client of Node. */
export const bareProcessWithExchange: OpenBareCall = async (body) => {
  const { url, close } = await replying(body);
  const { call, close: end } = processes(`require('node:http').get('${url}', (reply) => reply.resume())`);
  return { call, close: () => end().then(close) };
};

/**
 * Starts processes from a small helper process. The process of the bench is large: if it started other processes
 * itself, the system would first copy its page tables.
 */
function processes(script: string): BareCall {
  const hosted = new HostedProcesses();
  hosted.open();
  const limits = { timeoutMs: 60_000, maxOutputBytes: 1000 };
  const order = { file: process.execPath, args: ['-e', script], cwd: '.', env: minimalEnvironment(), ...limits };
  const { signal } = new AbortController();
  return { call: () => hosted.run(order, { signal, log: new LogTail() }), close: () => hosted.close() };
}

/** One exchange on a keep-alive connection. */
export const bareExchange: OpenBareCall = async (body) => {
  const { url, close } = await replying(body);
  const pool = new Pool(new URL(url).origin, { connections: 1, pipelining: 1 });
  return {
    call: async () => (await pool.request({ method: 'GET', path: '/' })).body.text(),
    close: async () => {
      await pool.destroy();
      await close();
    },
  };
};

/**
 * A worker in Node: reads a line, makes one exchange on a connection that stays open, and writes the reply as a line.
 */
export const bareNodeWorker: OpenBareCall = (body) =>
  worker(body, (url) => [
    process.execPath,
    '-e',
    `const http = require('node:http');
     const agent = new http.Agent({ keepAlive: true });
     require('node:readline').createInterface({ input: process.stdin }).on('line', () =>
       http.get('${url}', { agent }, (reply) => {
         let text = '';
         reply.setEncoding('utf8').on('data', (part) => (text += part));
         reply.on('end', () => process.stdout.write(JSON.stringify(text) + '\\n'));
       }));`,
  ]);

/** A worker in Python, with its standard library: reads a line, makes one exchange, and writes the reply as a line. */
export const barePythonWorker: OpenBareCall = (body) =>
  worker(body, (url) => [
    'python3',
    '-c',
    `import http.client, json, sys
connection = http.client.HTTPConnection('${new URL(url).host}')
for line in sys.stdin:
    connection.request('GET', '/')
    print(json.dumps(connection.getresponse().read().decode()), flush=True)`,
  ]);

/** A tool call between the official client and the official server, which makes one exchange and returns its reply. */
export const bareToolCall: OpenBareCall = async (body) => {
  const { url, close } = await replying(body);
  const client = new Client({ name: 'bench', version: '1' });
  const server = fileURLToPath(new URL('bare-tool-server.js', import.meta.url));
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, url], env: { ...minimalEnvironment() } }),
  );
  return {
    call: () => client.callTool({ name: 'exchange', arguments: {} }),
    close: async () => {
      await client.close();
      await close();
    },
  };
};

/** One evaluation in a page of a browser, which makes one exchange with `fetch` and returns its reply. */
export const barePageCall: OpenBareCall = async (body) => {
  const { url, close } = await replying(body);
  const opened = await openBrowser(undefined);
  const page = await opened.browser.newPage();
  await page.goto(url);
  return {
    call: () => page.evaluate(`fetch('/').then((reply) => reply.text())`),
    close: async () => {
      await opened.close();
      await close();
    },
  };
};

/** A server that answers each request with `body`. */
async function replying(body: Buffer): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function worker(body: Buffer, command: (url: string) => readonly string[]): Promise<BareCall> {
  const { url, close } = await replying(body);
  const [file = '', ...args] = command(url);
  const child: ChildProcess = spawn(file, args, { env: minimalEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the worker has no pipes');
  const lines = createInterface({ input: stdout });
  return {
    call: async () => {
      const line = once(lines, 'line');
      stdin.write('{}\n');
      await line;
    },
    close: async () => {
      const exited = once(child, 'exit');
      stdin.end();
      await exited;
      await close();
    },
  };
}
