import { once } from 'node:events';
import { type Server, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { PortRange, listenInRange, listenOn } from './listening.js';

const servers: Server[] = [];

afterEach(() => servers.splice(0).forEach((server) => server.close()));

function made(): Server {
  const server = createServer();
  servers.push(server);
  return server;
}

it('a server that listens again has the same port, which no connection can have taken', async () => {
  const server = made();
  const port = await listenInRange(server);
  expect(server.address()).toMatchObject({ address: '127.0.0.1', port });
  expect(port).toBeLessThan(32_768);
  server.close();
  await once(server, 'close');
  await listenOn(server, port);
  expect(server.address()).toMatchObject({ address: '127.0.0.1', port });
});

it('a port that is in use is not taken', async () => {
  const port = await listenInRange(made());
  await expect(listenInRange(made(), new PortRange(port, port + 1))).rejects.toMatchObject({
    code: 'port-taken',
    message: expect.stringMatching(/^no free port was found in 100 tries: listen EADDRINUSE/) as unknown,
    repair: `Stop programs that listen on ports from ${port} to ${port} of 127.0.0.1.`,
  });
});
