import type { LoadedConfig } from '../../configuration/load-config.js';
import {
  type OpenBareCall,
  bareNodeWorker,
  barePageCall,
  bareProcess,
  bareProcessWithExchange,
  barePythonWorker,
  bareToolCall,
} from './bare-calls.js';
import { onLane } from './case-lane.js';
import { type Figure, roundRobin, timed } from '../runs/figure.js';

interface Denominator {
  readonly open: OpenBareCall;
  readonly what: string;
  readonly aim: string;
  readonly limit: string;
}

/**
 * A surface, and the minimal programs with which its time is compared. If calls are quick, `calls` of them are measured
 * together.
 */
interface Compared {
  readonly surface: string;
  readonly what: string;
  readonly calls: number;
  readonly rounds: number;
  readonly over: readonly Denominator[];
}

const COMPARED: readonly Compared[] = [
  {
    surface: 'sdk_typescript',
    what: 'a case through the SDK in TypeScript',
    calls: 200,
    rounds: 9,
    over: [
      {
        open: bareNodeWorker,
        what: 'one line sent to a bare worker in Node that makes one HTTP exchange',
        aim: '≤ 2',
        limit:
          'The worker without the SDK has the ratio 1. The SDK encodes and decodes, and the tap records the bytes of the exchange.',
      },
    ],
  },
  {
    surface: 'sdk_python',
    what: 'a case through the SDK in Python',
    calls: 100,
    rounds: 9,
    over: [
      {
        open: barePythonWorker,
        what: 'one line sent to a bare worker in Python that makes one HTTP exchange',
        aim: '≤ 2',
        limit:
          'The worker without the SDK has the ratio 1. The SDK encodes and decodes, and the tap records the bytes of the exchange.',
      },
    ],
  },
  {
    surface: 'cli',
    what: 'a case on the command line',
    calls: 1,
    rounds: 25,
    over: [
      {
        open: bareProcessWithExchange,
        what: 'a bare process with the same environment that makes one HTTP exchange',
        aim: '≤ 1.15',
        limit:
          'A process with one `http.get` has the ratio 1. The program also reads its arguments and loads 24 KB of code.',
      },
      {
        open: bareProcess,
        what: 'a bare process with the same environment',
        aim: '≤ 1.3',
        limit:
          'The HTTP client of Node causes the difference from the previous line. Only a smaller client could reduce it.',
      },
    ],
  },
  {
    surface: 'mcp',
    what: 'a case through the tool server',
    calls: 200,
    rounds: 9,
    over: [
      {
        open: bareToolCall,
        what: 'a call from the official client to the official server with one HTTP exchange and a reply as large as that of the case',
        aim: '≤ 1.5',
        limit:
          'A call with only the protocol has the ratio 1. The case also checks arguments and results against the schemas of the tool.',
      },
    ],
  },
  {
    surface: 'ui_card',
    what: 'a case on the card',
    calls: 50,
    rounds: 9,
    over: [
      {
        open: barePageCall,
        what: 'one evaluation in a page of the same browser, with one `fetch`',
        aim: '≤ 4',
        limit: 'A page without a card has the ratio 1. The card fills in a form, validates it, and renders the reply.',
      },
    ],
  },
];

/**
 * Measures the time of one case on each surface, relative to a minimal program that makes the same processes,
 * connections and exchanges.
 */
export async function surfaceCases(loaded: LoadedConfig): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const compared of COMPARED)
    figures.push(...((await onLane(loaded, compared.surface, (lane) => compare(compared, lane))) ?? []));
  return figures;
}

async function compare(
  { what, calls, rounds, over }: Compared,
  { run, body }: { readonly run: () => Promise<unknown>; readonly body: Buffer },
): Promise<readonly Figure[]> {
  const bare = await Promise.all(over.map(({ open }) => open(body)));
  try {
    const each = [run, ...bare.map(({ call }) => call)].map((call) => () => meanOf(calls, call));
    const [ours = NaN, ...theirs] = await roundRobin(rounds, each);
    return over.map(({ what: other, aim, limit }, index) => {
      const theirsMs = theirs[index] ?? NaN;
      const detail = `${milliseconds(ours)}, ${milliseconds(theirsMs)}`;
      return { ratio: ours / theirsMs, aim, what: `${what}, divided by ${other}`, detail, limit };
    });
  } finally {
    await Promise.all(bare.map(({ close }) => close()));
  }
}

/** Mean milliseconds per call. */
export async function meanOf(calls: number, call: () => Promise<unknown>): Promise<number> {
  const took = await timed(async () => {
    for (let count = 0; count < calls; count += 1) await call();
  });
  return took / calls;
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 3 : 1)} ms`;
}
