import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import { Client, buildConnector } from 'undici';
import { expect, it } from 'vitest';
import { waitForPort } from './wait-for-port.js';

/**
 * An address that is reserved for documentation (RFC 5737). Binding it fails with the same error as on a system without
 * a free port.
 */
const NOT_OURS = '192.0.2.1';

it('a connection waits until the system has a free port, and any other error is reported immediately', async () => {
  const server = createServer((_, response) => void response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connector = buildConnector({});
  const codes: unknown[] = [];
  const connect = waitForPort((options, callback) =>
    connector({ ...options, localAddress: codes.length < 3 ? NOT_OURS : null }, (...result) => {
      const [error] = result;
      codes.push(error !== null && 'code' in error ? error.code : 'none');
      callback(...result);
    }),
  );
  const client = new Client(`http://127.0.0.1:${port}`, { connect });
  const response = await client.request({ method: 'GET', path: '/' });
  expect(await response.body.text()).toBe('ok');
  expect(codes).toEqual(['EADDRNOTAVAIL', 'EADDRNOTAVAIL', 'EADDRNOTAVAIL', 'none']);
  await client.destroy();
  // The local port of an open connection: nobody listens there, and no other process can get it.
  const open = createConnection(port, '127.0.0.1');
  await once(open, 'connect');
  const refused = new Client(`http://127.0.0.1:${open.localPort}`, { connect });
  await expect(refused.request({ method: 'GET', path: '/' })).rejects.toThrow('ECONNREFUSED');
  await refused.destroy();
  open.destroy();
  server.close();
});
