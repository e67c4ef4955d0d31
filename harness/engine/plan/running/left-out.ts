import type { Contract } from '../../../../contract/contract.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import { nameWords } from '../../../../contract/plain-name.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';

/** Why an operation is left out of the check of a running service, unless the user names it. */
export type LeftOut = 'ends-session' | 'removes-others' | 'changes-others';

/**
 * The operations of a contract that are left out of the check of a running service, by their paths and ids. Some end
 * the session of the caller, so that all later calls are refused. Others remove or change what the check did not
 * create, because no path argument limits them.
 */
export function leftOutOperations({ operations }: Contract): ReadonlyMap<OperationId, LeftOut> {
  return new Map(
    operations.flatMap((operation) => {
      const reason = endsSession(operation) ? 'ends-session' : reachesOthers(operation);
      return reason === undefined ? [] : [[operation.id, reason] as const];
    }),
  );
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const END: ReadonlySet<string> = new Set(['logout', 'signout', 'logoff', 'signoff']);
const RENEW: ReadonlySet<string> = wordSet(
  'reset rotate revoke regenerate renew invalidate blacklist deactivate expire',
);
const CREDENTIALS: ReadonlySet<string> = wordSet(
  'token tokens apikey key keys secret session sessions credential credentials',
);
const PASSWORDS: ReadonlySet<string> = new Set(['password', 'passwd', 'passphrase']);
const REMOVE: ReadonlySet<string> = wordSet(
  'delete remove purge clear truncate wipe flush destroy drop erase reset deactivate shutdown restart reboot quit',
);

const CHANGE: ReadonlySet<string> = wordSet('update edit modify replace overwrite restore');

function endsSession(operation: Operation): boolean {
  const { id, path, method } = operation;
  const own = nameWords(lastSegmentOf(path));
  const all = [...own, ...nameWords(id)];
  if ([...joinedPairs(own), ...joinedPairs(nameWords(id))].some((word) => END.has(word))) return true;
  if (isSafeMethod(method) || path.includes('{')) return false;
  if (own.some((word) => PASSWORDS.has(word))) return true;
  const inPath = path.split('/').flatMap(nameWords);
  return all.some((word) => RENEW.has(word)) && [...inPath, ...all].some((word) => CREDENTIALS.has(word));
}

/**
 * Whether the operation removes or changes items, and no path argument limits which. `PATCH /items` may change all
 * items, and `PUT /settings` the settings of all users.
 */
function reachesOthers({ method, path }: Operation): LeftOut | undefined {
  if (isSafeMethod(method) || path.includes('{')) return undefined;
  const words = nameWords(lastSegmentOf(path));
  if (method === 'delete' || words.some((word) => REMOVE.has(word))) return 'removes-others';
  return method === 'put' || method === 'patch' || words.some((word) => CHANGE.has(word))
    ? 'changes-others'
    : undefined;
}

function lastSegmentOf(path: string): string {
  return path.split('/').findLast((segment) => segment !== '') ?? '';
}

/** The words, and each word joined with the next one: `log`, `out` → `log`, `logout`, `out`. */
function joinedPairs(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => [word, `${word}${words[index + 1] ?? ''}`]);
}
