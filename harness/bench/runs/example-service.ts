import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { exampleResponder } from '../../backends/scripted.js';
import { loadConfig } from '../../configuration/load-config.js';
import { servedContract } from './contract.js';

export interface ExampleService {
  readonly origin: string;
  stop(): Promise<unknown>;
}

/** An HTTP service on a separate thread, which answers with the examples of the contract. */
export async function exampleService(root: string): Promise<ExampleService> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: root });
  const [port] = (await once(worker, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

if (!isMainThread && typeof workerData === 'string') await serve(workerData);

async function serve(root: string): Promise<void> {
  const respond = exampleResponder(await servedContract(await loadConfig(undefined, root)));
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const { method = '', url = '' } = request;
      const reply = respond({ method, target: url, headers: [], body: new Uint8Array(0) });
      const isWhole = 'status' in reply && reply.body instanceof Uint8Array;
      if (isWhole) response.writeHead(reply.status, reply.headers.flat()).end(reply.body);
      else response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as AddressInfo).port);
}
