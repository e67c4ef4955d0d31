import { expect, it } from 'vitest';
import type { RequestMessage } from '../../../contract/wire/message.js';
import type { Backend } from '../../backends/backend.js';
import type { FailedResponse, WholeResponse } from '../../../surfaces/exchange.js';
import { SpareBackends } from './spare-backends.js';

const REQUEST: RequestMessage = { method: 'GET', target: '/', headers: [], body: new Uint8Array() };
const ANSWERED: WholeResponse = { kind: 'response', status: 200, headers: [], body: new Uint8Array() };
const FAILED: FailedResponse = { kind: 'failed', reason: 'the connection was closed' };

interface Behaviour {
  readonly reply?: WholeResponse | FailedResponse;
  readonly isolated?: boolean;
  readonly reset?: boolean;
}

/** A backend that logs each start, call, reset and stop, with the number of the instance. */
function backend(log: string[], { reply = ANSWERED, isolated = true, reset = true }: Behaviour = {}): Backend {
  let started = 0;
  return {
    kind: 'reference',
    isolated,
    start: async () => {
      const own = (started += 1);
      log.push(`start ${own}`);
      return {
        respond: async () => reply,
        reset: async () => {
          log.push(`reset ${own}`);
          if (!reset) throw new Error('no');
        },
        stop: async () => void log.push(`stop ${own}`),
      };
    },
  };
}

async function twoSessions(spares: SpareBackends): Promise<void> {
  for (let session = 0; session < 2; session += 1) {
    const instance = await spares.take();
    await instance.respond(REQUEST);
    await instance.stop();
    await instance.stop();
  }
  await spares.close();
}

it.each<[string, Behaviour, readonly string[]]>([
  ['a backend instance that was reset is used again', {}, ['start 1', 'reset 1', 'reset 1', 'stop 1']],
  [
    'a backend instance that did not reply is not used again',
    { reply: FAILED },
    ['start 1', 'stop 1', 'start 2', 'stop 2'],
  ],
  [
    'a backend instance whose reset fails is not used again',
    { reset: false },
    ['start 1', 'reset 1', 'stop 1', 'start 2', 'reset 2', 'stop 2'],
  ],
  [
    'a backend instance with shared state is not used again',
    { isolated: false },
    ['start 1', 'stop 1', 'start 2', 'stop 2'],
  ],
])('a second session gets the instance of the first session or a new one: %s', async (_, options, want) => {
  const log: string[] = [];
  await twoSessions(new SpareBackends(backend(log, options)));
  expect(log).toEqual(want);
});

it('a backend instance is stopped if its session ends after the run was stopped', async () => {
  const log: string[] = [];
  const spares = new SpareBackends(backend(log));
  const instance = await spares.take();
  await spares.close();
  await instance.stop();
  expect(log).toEqual(['start 1', 'stop 1']);
});
