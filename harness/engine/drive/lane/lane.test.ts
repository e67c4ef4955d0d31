import { expect, it } from 'vitest';
import { CaseMaker } from '../../../cases/make-cases.js';
import { contractAt } from '../../../../contract/fixtures/contracts.js';
import { operationNamed } from '../../../../contract/contract.js';
import { headerValue } from '../../../../contract/wire/message.js';
import { ParityError } from '../../../../contract/parity-error.js';
import { restDriver } from '../../../../surfaces/rest/driver.js';
import { serviceBackend } from '../../../backends/service/service.js';
import { type RawRequest, rawServer, replyText } from '../../../tap/fixtures/raw-server.js';
import { Lane } from './lane.js';
import { ServiceWatch } from './service-watch.js';

/**
 * Creates four items, one after the other, on a service that can be reset. `create` answers the requests that create an
 * item.
 */
async function outcomesOf(create: (request: RawRequest) => void): Promise<{
  readonly statuses: readonly unknown[];
  readonly log: readonly string[];
  readonly others: readonly string[];
}> {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const operation = operationNamed(contract, 'createItem');
  if (operation === undefined)
    throw new ParityError('operation-unknown', 'createItem', 'Name an operation of the contract.');
  const server = await rawServer((request) => {
    if (request.path === '/reset') request.socket.write(replyText(''));
    else create(request);
  });
  const options = { root: '.', prefix: 'svc', token: 'parity', timeoutMs: 5000 };
  const backend = serviceBackend({ url: server.origin, resetPath: '/reset' }, options);
  const lane = await Lane.open({ ...options, surface: 'rest', driver: restDriver(), contract }, () => backend.start());
  try {
    const statuses: unknown[] = [];
    const hosts = new Set<string>();
    for (const toRun of new CaseMaker(contract, { seed: 1, runs: 4, values: new Map() })
      .make(operation, 'valid')
      .slice(0, 4)) {
      const { exchanges } = await lane.run(operation, toRun);
      for (const { request } of exchanges) hosts.add(`http://${headerValue(request.headers, 'host')}`);
      statuses.push(
        ...exchanges.map(({ response }) => (response.kind === 'response' ? response.status : response.kind)),
      );
    }
    const others = [...hosts].filter((host) => host !== server.origin);
    return { statuses, others, log: server.log.map((line) => line.split(' ').slice(1).join(' ')) };
  } finally {
    await lane.close();
    await server.close();
  }
}

const CREATED = replyText('{}', 'HTTP/1.1 201 Created');
const RESET = 'POST /reset';
const CREATE = 'POST /items';

it('a case runs again, after a reset and on new connections, if its reused connection closed', async () => {
  const { statuses, log } = await outcomesOf(
    ({ nth, socket }) => void (nth > 1 ? socket.destroy() : socket.write(CREATED)),
  );
  expect(statuses).toEqual([201, 201, 201, 201]);
  expect(log).toEqual([CREATE, RESET, CREATE, RESET, CREATE, RESET, CREATE, RESET, CREATE]);
});

it('a lane of rest records the request that it sends to the service, not the request at the tap', async () => {
  const { statuses, others } = await outcomesOf(({ socket }) => void socket.write(CREATED));
  expect([statuses, others]).toEqual([[201, 201, 201, 201], []]);
});

it('a case fails if the new connection gives no reply either', async () => {
  let creates = 0;
  const { statuses } = await outcomesOf(
    ({ socket }) => void ((creates += 1) > 2 ? socket.destroy() : socket.write(CREATED)),
  );
  expect(statuses).toEqual([201, 201, 'failed', 'failed']);
});

it('a lane makes no more calls if the service refuses connections or the accepted token', async () => {
  const contract = await contractAt('contract/item-service.openapi.yaml');
  const [list, create] = ['listItems', 'createItem'].map((name) => operationNamed(contract, name));
  if (list === undefined || create === undefined) throw new Error('unknown');
  let refuses = false;
  const server = await rawServer(({ socket }) => {
    socket.write(refuses ? replyText('{}', 'HTTP/1.1 401 Unauthorized') : CREATED);
  });
  const options = { root: '.', prefix: 'svc', token: 'parity', timeoutMs: 5000, surface: 'rest', contract };
  const backend = serviceBackend({ url: server.origin }, options);
  const codes = async (watch: ServiceWatch, between: () => unknown): Promise<readonly string[]> => {
    const lane = await Lane.open({ ...options, driver: restDriver(), watch }, () => backend.start());
    const maker = new CaseMaker(contract, { seed: 1, runs: 1, values: new Map() });
    const results: string[] = [];
    for (const operation of [list, create, list]) {
      const [simple] = maker.simple(operation);
      if (simple !== undefined)
        await lane.run(operation, simple).then(
          ({ outcome }) => results.push(outcome.kind),
          (error: ParityError) => results.push(error.code),
        );
      if (operation === create) await between();
    }
    await lane.close();
    return results;
  };
  const refused = await codes(new ServiceWatch(0), () => (refuses = true));
  expect(refused.at(-1)).toBe('token-refused');
  refuses = false;
  expect((await codes(new ServiceWatch(0), () => server.close())).at(-1)).toBe('service-stopped');
});
