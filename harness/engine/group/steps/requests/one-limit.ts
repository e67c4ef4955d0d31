import type { Json } from '../../../../../contract/json/json.js';
import { isJsonObject } from '../../../../../contract/json/json.js';
import { parentPointer, valueAt } from '../../../../../contract/json/json-pointer.js';
import { sameRequest } from '../../../../../rules/parity/same-request.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * The minimum number of entries at which a surface may have a limit. If a smaller list or map loses an entry, there may
 * be another reason.
 */
const FEWEST = 4;

/** Combines into one finding the lists and maps that a surface sends without the entries beyond a limit. */
export const ONE_LIMIT_STEP: GroupingStep = {
  name: 'one limit of entries',
  joins:
    'If a surface cuts off lists and maps at the same number of entries, it applies one limit to both. A list with too few elements and a map without an entry then form one finding. The smallest list and the smallest map that show this must have the same number of entries, and at least four.',
  apply: (clusters) => {
    const causes = new Map(
      clusters.filter(isLostEntry).flatMap((entry): readonly (readonly [Cluster, Cluster])[] => {
        const cause = clusters.find((list) => isShortList(list) && isRelated(list, entry) && isOneSize(list, entry));
        return cause === undefined ? [] : [[entry, cause]];
      }),
    );
    return absorbed(clusters, causes, joinCluster);
  },
};

function isShortList({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'elements-missing';
}

function isLostEntry({ rule, smallest: { violation } }: Cluster): boolean {
  return rule.id === sameRequest.id && violation.kind === 'missing';
}

function isOneSize(list: Cluster, entry: Cluster): boolean {
  const size = sizeOf(given(list, list.smallest.violation.pointer));
  return size >= FEWEST && size === sizeOf(given(entry, parentPointer(entry.smallest.violation.pointer)));
}

function given({ smallest }: Cluster, pointer: string): Json | undefined {
  return pointer.startsWith('/body') ? valueAt(smallest.case.input.body, pointer.slice('/body'.length)) : undefined;
}

function sizeOf(value: Json | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}
