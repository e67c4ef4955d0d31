import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContract } from '../../contract/reading/read-contract.js';
import { planCases } from '../engine/plan/case-plan.js';
import { ShelfService } from './shelf-service.js';
import type { Workload } from './workloads.js';

/**
 * The cases and the service of the shelf, for its contract after an edit of its text. Its sequences have no concurrent
 * calls.
 */
export async function editedShelf(edit: (text: string) => string): Promise<Workload> {
  const folder = mkdtempSync(join(tmpdir(), 'shelf-'));
  try {
    const text = readFileSync(join(import.meta.dirname, 'shelf.openapi.yaml'), 'utf8');
    writeFileSync(join(folder, 'shelf.yaml'), edit(text));
    const reading = await readContract('shelf.yaml', { root: folder, prefix: 'mini' });
    if (reading.kind === 'faults') throw new Error(JSON.stringify(reading.faults));
    const { contract } = reading;
    const plan = planCases(contract, contract.operations, new Set(['sequences']), {
      seed: 1,
      runs: 1,
      values: new Map(),
    });
    const sequences = plan.sequences?.filter(({ isAtOnce }) => isAtOnce !== true) ?? [];
    const serve = (): ReturnType<Workload['serve']> => {
      const service = new ShelfService();
      return { respond: (request) => service.respond(request), reset: () => service.reset() };
    };
    return { contract, plan: { ...plan, sequences }, serve };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
