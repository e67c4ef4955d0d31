import { beforeAll, describe, expect, it } from 'vitest';
import type { Cluster } from '../engine/group/cluster.js';
import { BODY_FAULTS } from './faults/body-faults.js';
import type { Faulty } from './faults/faulty.js';
import { REPLY_FAULTS } from './faults/reply-faults.js';
import { REQUEST_FAULTS } from './faults/request-faults.js';
import { TOLD_FAULTS } from './faults/told-faults.js';
import { type Piece, notesPiece, perform } from './performance.js';

const isOfNotes = ({ cast }: Faulty): boolean => cast.piece === undefined && cast.timeoutMs === undefined;
const OF_SURFACE = [...REQUEST_FAULTS, ...BODY_FAULTS, ...TOLD_FAULTS].filter((fault) => fault.cast.surface !== undefined && isOfNotes(fault));
/** Lanes are compared where each surface sent one faithful request. */
const OF_SERVICE = REPLY_FAULTS.filter((fault) => fault.cast.service !== undefined && fault.want.kind !== 'stray-reply' && isOfNotes(fault));
/** Each fault of the service beside so many of the surface; every fault of the surface comes to its turn. */
const BESIDE = Number(process.env['PARITY_COMBINATIONS'] ?? 1);

const PAIRS = OF_SERVICE.flatMap((service, index) =>
  Array.from({ length: BESIDE }, (_, turn) => {
    const surface = OF_SURFACE[(index * BESIDE + turn) % OF_SURFACE.length] as Faulty;
    return [`${surface.name} + ${service.name}`, surface, service] as const;
  }),
);

const HIDING: ReadonlySet<string> = new Set([
  'the value is put into an envelope',
  'a body is cut short',
  'a success has no body',
  'a success has neither body nor type',
  'a rejection has no body',
  'a number is rounded',
]);

let notes: Piece;
beforeAll(async () => {
  notes = await notesPiece();
});

function words({ rule, smallest: { violation } }: Cluster): string {
  return `${rule.id} ${violation.kind} ${violation.blame}`;
}

describe('a fault of a surface and one of the service behind it are two findings', () => {
  it.each(PAIRS)('%s', async (_, surface, service) => {
    const { found } = await perform(notes, { ...surface.cast, ...service.cast });
    const wanted = ({ rule, want: { kind, blame } }: Faulty): string => `${rule} ${kind} ${blame}`;
    const [ofSurface, ofService] = [wanted(surface), wanted(service)];
    if (HIDING.has(service.name)) {
      // The surface cannot show its fault where the value that it would get wrong never arrives.
      expect(found.map(words).filter((one) => one.endsWith('backend'))).toEqual([ofService]);
      expect(found.filter(({ smallest }) => smallest.violation.blame === 'surface').length).toBeLessThan(2);
    } else expect(found.map(words).toSorted()).toEqual([ofSurface, ofService].toSorted());
  });
});
