import type { Collection } from '../../../../contract/collections/collection.js';
import type { Contract } from '../../../../contract/contract.js';
import type { Operation } from '../../../../contract/operation.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { withReferredItems } from '../planned/created-items.js';
import { withDistinctTexts } from '../planned/distinct-texts.js';
import { withEarlyReads } from '../planned/early-reads.js';
import { withFedIds } from '../planned/fed-ids.js';
import type { PlannedSequence } from '../planned/planned-sequence.js';
import { withSharedHeaders } from '../planned/shared-headers.js';
import { belowParents } from './parents/owned-items.js';
import { withOwnKeys } from './items/repeat-keys.js';

/**
 * Completes sequences whose steps are all planned. Adds steps that create the items to which bodies refer. Makes the
 * strings and idempotency keys of the calls distinct. Gives required headers the same value in all calls. Sets
 * identifiers that a body repeats from its path. Adds reads of items before they are created.
 */
export function completed(
  contract: Contract,
  collections: readonly Collection[],
  maker: CaseMaker,
  sequences: readonly PlannedSequence[],
  isChosen: (operation: Operation) => boolean,
): readonly PlannedSequence[] {
  const complete = withReferredItems(maker, sequences, belowParents(collections, maker, isChosen));
  const distinct = withOwnKeys(withDistinctTexts(contract, collections, maker, complete));
  return withEarlyReads(withFedIds(contract, withSharedHeaders(contract, distinct)));
}
