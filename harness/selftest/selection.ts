import { parseArgs } from 'node:util';
import { FAULT_CLASSES, type PlantedFault } from './faults/planted-fault.js';

/** If the user chooses no faults, every fifth fault is measured. This takes about 20 minutes on two cores. */
const USUAL_SHARD = '1/5';

export const USAGE = `npm run selftest [-- OPTIONS]
  --all               measures all faults (default: shard ${USUAL_SHARD}, about 20 minutes)
  --only ID           measures this fault; may be repeated
  --class NAME        ${Object.keys(FAULT_CLASSES).join(', ')}; may be repeated
  --surface NAME      faults of this surface; may be repeated
  --shard I/N         every N-th fault, from the I-th
  --jobs N            runs N checks at the same time (default: 2)
  --phases-before     without the phases sequences, responses, faults and rejection
  --quick             with the cases of check --quick
  --faithful N        runs N cases without a fault, over ten seeds; every finding is a false alarm
`;

export interface SelfTestFlags {
  readonly only: readonly string[];
  readonly class: readonly string[];
  readonly surface: readonly string[];
  readonly shard: { readonly index: number; readonly count: number };
  readonly jobs: number;
  readonly earlier: boolean;
  readonly quick: boolean;
  readonly faithful: number;
}

/** Returns the flags, or a message about an invalid flag. */
export function readFlags(args: readonly string[]): SelfTestFlags | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        class: { type: 'string', multiple: true, default: [] },
        surface: { type: 'string', multiple: true, default: [] },
        all: { type: 'boolean', default: false },
        shard: { type: 'string' },
        jobs: { type: 'string', default: '2' },
        'phases-before': { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        faithful: { type: 'string', default: '0' },
      },
    });
    const isChosen = values.all || [...values.only, ...values.class, ...values.surface].length > 0;
    const shard = values.shard ?? (isChosen ? '1/1' : USUAL_SHARD);
    const [, index, count] = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(shard) ?? [];
    if (index === undefined || Number(index) > Number(count)) return '--shard needs a value I/N, such as 1/2';
    if (!/^[1-9]\d?$/.test(values.jobs)) return '--jobs needs an integer from 1 to 99';
    if (!/^\d{1,7}$/.test(values.faithful)) return '--faithful needs a number of cases';
    if (values.quick && values['phases-before']) return '--quick and --phases-before exclude each other';
    return {
      ...values,
      shard: { index: Number(index), count: Number(count) },
      jobs: Number(values.jobs),
      earlier: values['phases-before'],
      faithful: Number(values.faithful),
    };
  } catch (error) {
    return (error as Error).message;
  }
}

/** The faults that the flags choose. Faults with `equivalent`, which no call can reveal, are never chosen. */
export function chosenFaults(faults: readonly PlantedFault[], flags: SelfTestFlags): readonly PlantedFault[] {
  const { only, shard } = flags;
  return faults
    .filter(({ equivalent }) => equivalent === undefined)
    .filter((fault) => only.length === 0 || only.includes(fault.id))
    .filter((fault) => flags.class.length === 0 || flags.class.includes(fault.class))
    .filter((fault) => flags.surface.length === 0 || flags.surface.includes(fault.surface))
    .filter((_, index) => index % shard.count === shard.index - 1);
}
