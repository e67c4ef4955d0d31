import { expect, onTestFinished, test } from 'vitest';
import type { GateChoice } from '../../contract/case.js';
import type { GateWay } from '../../contract/gate-way.js';
import { itemService, operationOf } from '../../contract/fixtures/contracts.js';
import { json, peer } from '../fixtures/peer.js';
import { cliDriver } from './driver.js';
import { MAIN } from './fixtures/run-program.js';

const contract = await itemService();

const OPEN = 0;
const DENIED = 3;
const UNANSWERED = 4;

const WANTED: readonly (readonly [GateChoice, GateWay | undefined, number])[] = [
  ['approved', undefined, OPEN],
  ['approved', 'variable', OPEN],
  ['approved', 'list', OPEN],
  ['approved', 'terminal', OPEN],
  ['approved', 'terminal-piped', OPEN],
  ['approved', 'beside-denial', OPEN],
  ['approved', 'beside-flag', OPEN],
  ['denied', undefined, DENIED],
  ['denied', 'flag', DENIED],
  ['denied', 'list', DENIED],
  ['denied', 'flag-over-variable', DENIED],
  ['denied', 'variable-over-flag', DENIED],
  ['denied', 'variable-beside-flag', DENIED],
  ['denied', 'flag-beside-variable', DENIED],
  ['denied', 'terminal', DENIED],
  ['denied', 'terminal-end', DENIED],
  ['denied', 'terminal-empty', DENIED],
  ['denied', 'terminal-word', DENIED],
  ['denied', 'terminal-late', DENIED],
  ['unanswered', 'terminal-unseen', UNANSWERED],
  ['unanswered', undefined, UNANSWERED],
  ['unanswered', 'ci', UNANSWERED],
  ['unanswered', 'piped-answer', UNANSWERED],
  ['unanswered', 'empty', UNANSWERED],
  ['unanswered', 'blank', UNANSWERED],
  ['other', undefined, UNANSWERED],
  ['other', 'variable', UNANSWERED],
  ['other', 'prefix', UNANSWERED],
  ['other', 'extension', UNANSWERED],
  ['other', 'wildcard', UNANSWERED],
  ['other', 'other-case', UNANSWERED],
  ['other', 'other-separator', UNANSWERED],
  ['other', 'operation', UNANSWERED],
];

test('the example program obeys an approval or denial in whatever way the driver passes it', async () => {
  const { origin, seen } = await peer(json('{"a":"é\\n"}'));
  const driver = cliDriver({ command: [process.execPath, MAIN] });
  const where = { surface: 'cli', baseUrl: origin, root: process.cwd() };
  const session = await driver.start({ ...where, contract, token: 'right', prefix: 'svc', timeoutMs: 5000 });
  onTestFinished(() => session.stop());
  const operation = operationOf(contract, 'getItem');
  const input = { path: { item_id: `it's $HOME` } };
  for (const [gate, gateWay, exitCode] of WANTED) {
    if (gateWay !== undefined && driver.gateWays?.has(gateWay) !== true) continue;
    const before = seen.length;
    const outcome = await session.run({ operation, input, token: 'right', gate, ...(gateWay && { gateWay }) });
    const kind = exitCode === OPEN ? { kind: 'value', value: { a: 'é\n' } } : { kind: 'refused', by: 'gate' };
    expect(outcome, `${gate} ${gateWay}`).toMatchObject({ ...kind, native: { exitCode } });
    const wanted = exitCode === OPEN ? ['GET /items/it%27s%20%24HOME'] : [];
    expect(seen.slice(before).map(({ line }) => line)).toEqual(wanted);
  }
}, 30_000);
