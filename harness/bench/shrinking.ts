import type { Case } from '../../contract/case.js';
import { inputSize } from '../cases/shrinking/shrink-input.js';
import { type Contract, operationNamed } from '../../contract/contract.js';
import type { Operation } from '../../contract/operation.js';
import type { Violation } from '../../rules/finding.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type CasePlan, planCases } from '../engine/plan/case-plan.js';
import { type Shrunk, shrink } from '../engine/minimise/shrink.js';
import { servedContracts } from './runs/contract.js';
import { type Figure, median } from './runs/figure.js';
import { PLANTED, type Planted } from './planted.js';

const RUNS = 600;
/** Shrinking starts from this number of cases: the largest cases that show the fault. */
const STARTS = 5;

/** The result of shrinking one start case of one planted fault. */
export interface Measured {
  readonly planted: Planted;
  readonly from: Case;
  readonly to: Case;
  readonly calls: number;
  /**
   * The number of characters of the shrunk case, divided by the number of characters of the smallest hand-written case.
   */
  readonly ratio: number;
}

/** Measures how small the counterexamples of planted faults become, and how many calls this takes. */
export async function shrinking(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const measured = await measureShrinking(await servedContracts(loaded));
  const size = ({ input }: Case): number => JSON.stringify(input).length;
  const detail = [
    `${median(measured.map(({ calls }) => calls))} calls`,
    `from ${median(measured.map(({ from }) => size(from)))} to ${median(measured.map(({ to }) => size(to)))} characters (medians of ${measured.length})`,
    `worst ratio ${Math.max(...measured.map(({ ratio }) => ratio)).toFixed(2)}`,
    `most calls ${Math.max(...measured.map(({ calls }) => calls))}`,
  ];
  const what = `size of the counterexamples of ${PLANTED.length} planted faults, divided by the size of the smallest counterexamples found by hand`;
  const ratio = median(measured.map((result) => result.ratio));
  const limit =
    '1 is the size of the smallest case that a person found. A reader of a finding must understand the whole case.';
  return [{ ratio, aim: '≤ 1', what, detail: detail.join('; '), limit }];
}

export async function measureShrinking(contracts: readonly Contract[], faults = PLANTED): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const contract of contracts) {
    const plan = planCases(contract, contract.operations, new Set(['examples', 'boundary', 'valid']), {
      seed: 1,
      runs: RUNS,
      values: new Map(),
    });
    for (const planted of faults) {
      const operation = operationNamed(contract, planted.operation);
      if (operation === undefined) continue;
      for (const from of largest(plan, operation, planted)) {
        const { case: to, calls } = await shrinkPlanted(contract, plan, operation, planted, from);
        measured.push({ planted, from, to, calls, ratio: callsText(to).length / smallestText(planted).length });
      }
    }
  }
  return measured;
}

function largest({ cases }: CasePlan, operation: Operation, { shows, preceding = 0 }: Planted): readonly Case[] {
  const own = cases.filter((planned) => planned.operation === operation).map((planned) => planned.case);
  const sorted = own.toSorted((a, b) => inputSize(b.input) - inputSize(a.input));
  const starts = sorted.map((start, index) => {
    return preceding === 0
      ? start
      : {
          ...start,
          precedingCalls: Array.from({ length: preceding }, (_, call) => own[(index * 7 + call) % own.length] ?? start),
        };
  });
  return starts.filter(shows).slice(0, STARTS);
}

/**
 * Shrinks a case like the engine does. A function that decides whether a case shows the fault takes the place of a
 * surface.
 */
function shrinkPlanted(
  contract: Contract,
  { maker }: CasePlan,
  operation: Operation,
  planted: Planted,
  start: Case,
): Promise<Shrunk> {
  const violation = { kind: 'planted', pointer: planted.pointer ?? '' } as Violation;
  const shows = async (candidate: Case): Promise<Violation | undefined> =>
    planted.shows(candidate) ? violation : undefined;
  return shrink({ contract, operation, maker, shows, stopped: () => false }, start, violation);
}

/** All the calls of a case. */
export function callsText({ input, setup, precedingCalls }: Case): string {
  return JSON.stringify([input, setup ?? [], (precedingCalls ?? []).map((prior) => prior.input)]);
}

function smallestText({ smallest: { input, before, after } }: Planted): string {
  return JSON.stringify([input, before ?? [], after ?? []]);
}
