import { beforeAll, describe, expect, it } from 'vitest';
import type { Cluster } from '../engine/group/cluster.js';
import { BODY_FAULTS } from './faults/body-faults.js';
import type { Faulty } from './faults/faulty.js';
import { REPLY_FAULTS } from './faults/reply-faults.js';
import { STATE_FAULTS } from './faults/state-faults.js';
import { REQUEST_FAULTS } from './faults/request-faults.js';
import { ARGUMENT_FAULTS } from './faults/argument-faults.js';
import { OUTCOME_FAULTS } from './faults/outcome-faults.js';
import { runMiniature } from './miniature-run.js';
import { type Workload, notesWorkload, shortened } from './workloads.js';

const isOfNotes = ({ setup }: Faulty): boolean => setup.workload === undefined && setup.timeoutMs === undefined;
const OF_SURFACE = [...REQUEST_FAULTS, ...BODY_FAULTS, ...OUTCOME_FAULTS, ...ARGUMENT_FAULTS].filter(
  (fault) => fault.setup.surface !== undefined && isOfNotes(fault),
);
/**
 * All faults of a service except `stray-reply`. The rule that finds `stray-reply` compares two instances of the
 * service, and a faulty surface prevents this comparison.
 */
const OF_SERVICE = [...REPLY_FAULTS, ...STATE_FAULTS].filter(
  (fault) =>
    fault.setup.service !== undefined &&
    fault.setup.surface === undefined &&
    fault.want.kind !== 'stray-reply' &&
    isOfNotes(fault),
);
/** The number of surface faults that are combined with each service fault. Surface faults are chosen in turn. */
const SURFACE_FAULTS_EACH = Number(process.env['PARITY_COMBINATIONS'] ?? 1);

const PAIRS = OF_SERVICE.flatMap((service, index) =>
  Array.from({ length: SURFACE_FAULTS_EACH }, (_, turn) => {
    const surface = OF_SURFACE[(index * SURFACE_FAULTS_EACH + turn) % OF_SURFACE.length] as Faulty;
    return [`${surface.name} + ${service.name}`, surface, service] as const;
  }),
);

const HIDES_SURFACE_FAULT: ReadonlySet<string> = new Set([
  'the value is wrapped in an envelope',
  'a body is truncated',
  'a success has no body',
  'a success has neither a body nor a media type',
  'a rejection has no body',
  'a number is rounded',
]);

let notes: Workload;
beforeAll(async () => {
  notes = shortened(await notesWorkload());
});

function summary({ rule, smallest: { violation } }: Cluster): string {
  return `${rule.id} ${violation.kind} ${violation.blame}`;
}

describe('a surface fault and a service fault together give two findings', () => {
  it.each(PAIRS)('both faults are found: %s', async (_, surface, service) => {
    const { found } = await runMiniature(notes, { ...surface.setup, ...service.setup });
    const wanted = ({ rule, want: { kind, blame } }: Faulty): string => `${rule} ${kind} ${blame}`;
    const [ofSurface, ofService] = [wanted(surface), wanted(service)];
    if (HIDES_SURFACE_FAULT.has(service.name)) {
      // If the service loses a value, a surface fault that changes this value does not show.
      expect(found.map(summary).filter((one) => one.endsWith('backend'))).toEqual([ofService]);
      expect(found.filter(({ smallest }) => smallest.violation.blame === 'surface').length).toBeLessThan(2);
    } else expect(found.map(summary).toSorted()).toEqual([ofSurface, ofService].toSorted());
  });
});
