import type { Case } from '../../contract/case.js';
import { CaseMaker } from '../../contract/cases/make-cases.js';
import { inputSize } from '../../contract/cases/shrink-input.js';
import { type Contract, operationNamed } from '../../contract/contract.js';
import type { Violation } from '../../rules/finding.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type Shrunk, shrink } from '../engine/shrink.js';
import { servedContract } from './contract.js';
import { type Figure, median } from './figure.js';
import { PLANTED, type Planted } from './planted.js';

const RUNS = 600;
/** The largest cases that show a fault; the smallest ones would need no shrinking. */
const STARTS = 5;

/** How small the counterexamples of ten planted faults become, and in how many calls. */
export async function shrinking(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const contract = await servedContract(loaded);
  const maker = new CaseMaker(contract, { seed: 1, runs: RUNS, values: new Map() });
  const shrunk: { readonly ratio: number; readonly calls: number; readonly size: number; readonly from: number }[] = [];
  for (const planted of PLANTED) {
    for (const start of largest(contract, maker, planted)) {
      const { case: smallest, calls } = await shrinkPlanted(contract, maker, planted, start);
      const [size, least] = [smallest.input, planted.smallest].map((input) => JSON.stringify(input).length);
      shrunk.push({ ratio: (size ?? 0) / (least ?? 1), calls, size: size ?? 0, from: JSON.stringify(start.input).length });
    }
  }
  const [calls, size, from] = (['calls', 'size', 'from'] as const).map((key) => median(shrunk.map((one) => one[key])));
  const worst = Math.max(...shrunk.map((one) => one.ratio));
  return [
    {
      ratio: median(shrunk.map(({ ratio }) => ratio)),
      aim: '≤ 1',
      what: `size of the counterexamples of ${PLANTED.length} planted faults, over the smallest by hand`,
      detail: `${calls ?? NaN} calls, from ${from ?? NaN} to ${size ?? NaN} characters (medians of ${shrunk.length}); worst ratio ${worst.toFixed(2)}`,
    },
  ];
}

function largest(contract: Contract, maker: CaseMaker, { operation, shows }: Planted): readonly Case[] {
  const found = operationNamed(contract, operation);
  if (found === undefined) return [];
  const cases = (['valid', 'boundary', 'example'] as const).flatMap((kind) => maker.make(found, kind));
  const showing = cases.filter(({ input }) => shows(input));
  return showing.toSorted((a, b) => inputSize(b.input) - inputSize(a.input)).slice(0, STARTS);
}

/** As the engine shrinks, with the fault in place of a surface. */
function shrinkPlanted(contract: Contract, maker: CaseMaker, { operation, shows }: Planted, start: Case): Promise<Shrunk> {
  const found = operationNamed(contract, operation);
  if (found === undefined) throw new Error(`the contract has no operation ${operation}`);
  const violation = { kind: 'planted' } as Violation;
  const subject = {
    contract,
    operation: found,
    maker,
    shows: async ({ input }: Case) => (shows(input) ? violation : undefined),
    stopped: () => false,
  };
  return shrink(subject, start, violation);
}
