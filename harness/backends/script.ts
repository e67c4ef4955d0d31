import type { Case } from '../../contract/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Backend, Script } from './backend.js';
import { responseScript } from './response-script.js';
import { faultScript } from './fault-scripts.js';
import { withSuperseded } from './superseded-replies.js';
import { streamScript } from './stream-scripts.js';

/**
 * Maps the kind of a case, such as `stream`, to the function that makes the script for such cases. The replies of a
 * script depend only on the case.
 */
const SCRIPTS: Readonly<Partial<Record<Case['provenance']['kind'], (contract: Contract) => Script>>> = {
  response: responseScript,
  stream: streamScript,
  fault: (contract) => withSuperseded(faultScript(contract)),
};

/** One backend for all phases with scripted replies, so that each surface starts only once for these phases. */
export function scriptedReplies(contract: Contract): Backend {
  return {
    kind: 'scripted',
    isolated: false,
    start: async () => ({ ...scripts(contract), stop: async () => undefined }),
  };
}

function scripts(contract: Contract): Script {
  const opened = new Map(
    Object.entries(SCRIPTS).map(([kind, open]) => [kind as Case['provenance']['kind'], open(contract)] as const),
  );
  let current: Script | undefined;
  return {
    prepare: (toRun) => {
      current = opened.get(toRun.provenance.kind);
      current?.prepare(toRun);
    },
    respond: (request, passing) =>
      current?.respond(request, passing) ?? { kind: 'failed', reason: 'there are no scripted replies for this case' },
  };
}
