import type { CellSubject } from './cell-subject.js';
import type { Tally } from './tally.js';

/** The maximum number of distinct replies that a reason lists. A hostile service may give hundreds of them. */
const MAX_REFUSALS = 6;

/** The reason of a cell in which no call was accepted, and what to do. */
export function noneAccepted(
  subject: CellSubject,
  { cases, refusals, validRefused, refusalTexts, broken }: Tally,
): string {
  const { missingPath, backend, acceptedBeside, notSent, createdInWholeRun } = subject;
  const named = [...refusals].toSorted().slice(0, MAX_REFUSALS).join(', ');
  const none = `0 of ${cases} calls were accepted (replies: ${named}${refusals.size > MAX_REFUSALS ? ', …' : ''})`;
  // The harness makes scripted replies, so a change of the service or of its configuration would not help.
  if (backend === 'scripted' && acceptedBeside === true)
    return `${none}, although other surfaces received success replies: no call of this surface reached an operation with a success reply`;
  if (backend === 'scripted' && [...refusals].every((answer) => answer === 'no reply'))
    return `${none}; no request of the surface got a scripted reply: it may refuse each call before it sends a request`;
  if (backend === 'scripted')
    return `${none}; the harness could not make a success reply from the schema of the response: give the response an example in the contract`;
  if (refusals.size > 0 && [...refusals].every((status) => status === '401' || status === '403'))
    return `${none}; give a credential that the service accepts, with \`--token\` or \`--header\`, or as \`token\` or \`credentials\` in parity.config.ts, or correct the \`security\` of the operation in the contract`;
  if (missingPath !== undefined && refusals.size > 0 && [...refusals].every((status) => NOT_THERE.has(status)))
    return `${none}; the contract names a server below ${missingPath}: append it to \`--url\`, or to the \`url\` of the service in parity.config.ts, as in \`http://127.0.0.1:{port}${missingPath}\``;
  if (refusals.size > 0 && [...refusals].every((status) => status === '409')) return `${none}; ${CONFLICT_ADVICE}`;
  const all = [...validRefused].toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
  const identifiers = unknownIdentifiers(subject, validRefused);
  // If all identifiers have known values, only made-up values of other arguments can cause a 404. The reason therefore
  // states another status if there is one.
  const [other] = identifiers.length > 0 ? [] : all.filter(([status]) => status !== '404');
  const most = other ?? all[0];
  const isFound = most !== undefined && FOUND.has(most[0]);
  // The mock has no items, so a known identifier would not change its replies.
  const isUnmocked = backend === 'mock' && most !== undefined;
  if (identifiers.length === 0 || isFound || isUnmocked) {
    const answered =
      most === undefined
        ? none
        : `${none}; ${other && validRefused.has('404') ? 'apart from 404, ' : ''}the status of most replies to valid calls was ${most[0]}${quoted(refusalTexts.get(most[0]))}`;
    // If a rule is broken, its finding already states what to fix.
    if (broken.size > 0) return most?.[0] === '409' ? `${answered}; ${SEED_ADVICE}` : answered;
    if (isUnmocked) return `${answered}, from Prism, the mock; ${MOCK_ADVICE}`;
    const phases = most === undefined ? 'run the phases examples, boundary or valid as well, or ' : '';
    return `${answered}; ${phases}give the operation an example that the service accepts${EXAMPLE_WORDS[most?.[0] ?? ''] ?? ''}`;
  }
  // An example of the contract may identify an item that the check did not create, and therefore does not change.
  if (notSent !== undefined)
    return `${none}; ${notSent === 1 ? '1 call was' : `${notSent} calls were`} not sent, because an identifier in the path may name an item that the check did not create; ${changedAdvice(identifiers)}`;
  const [creator] = subject.refusedCreators ?? [];
  return creator === undefined || createdInWholeRun === true
    ? `${none}; ${knownAdvice(identifiers, createdInWholeRun)}`
    : `${none}; there is no item to call it with, because no call of ${creator} was accepted: correct this first, or set ${knownWords(identifiers)}`;
}

/**
 * The arguments whose resources the user has to name. Empty if the run created all these resources, and the service
 * refused valid calls with other statuses than 404 and 405.
 */
function unknownIdentifiers(
  { identifiers, creators = {}, refusedCreators = [] }: CellSubject,
  validRefused: Tally['validRefused'],
): readonly string[] {
  const isCreated = (name: string): boolean => {
    const creator = creators[name];
    return creator !== undefined && !refusedCreators.includes(creator);
  };
  const isOtherwiseRefused = [...validRefused.keys()].some(
    (status) => status.startsWith('4') && !NOT_THERE.has(status),
  );
  return isOtherwiseRefused && identifiers.every(isCreated) ? [] : identifiers;
}

/** The text of a refusal as a quotation after its status. Empty if the reply had no text. */
function quoted(text: string | undefined): string {
  return text === undefined ? '' : ` (${JSON.stringify(text)})`;
}

/** For the status of most refusals: which example the service accepts, or what to do instead. */
const EXAMPLE_WORDS: Readonly<Record<string, string>> = {
  '400': ', or set `values` with `only: true`',
  '409': ', such as an item whose state permits the call',
  '422': ', or set `values` with `only: true`',
};

const SEED_ADVICE = 'if an earlier run has stored the same values, run with another `--seed`';

const CONFLICT_ADVICE =
  'each call conflicts with what the service has stored, for example because a value must be unique: give the operation an example whose values no stored item has, a `resetPath` that removes what earlier calls stored, or another `--seed` if an earlier run stored it';

const MOCK_ADVICE = 'give the success response an example in the contract, or check the operation against the service';

/** Statuses with which a service replies if there is no resource at the path. */
const NOT_THERE: ReadonlySet<string> = new Set(['404', '405']);

/**
 * Statuses that a service returns only for an existing resource: conflict, precondition failed and precondition
 * required.
 */
const FOUND: ReadonlySet<string> = new Set(['409', '412', '428']);

export function knownAdvice(identifiers: readonly string[], createdInWholeRun = false): string {
  const whole = createdInWholeRun ? 'run without `--quick`, so that the check creates items itself, or ' : '';
  return `${listed(identifiers)} must name an existing resource: ${whole}set ${knownWords(identifiers)}, or give an example of the parameter in the contract`;
}

export function changedAdvice(identifiers: readonly string[]): string {
  return `name identifiers that it may change: set ${knownWords(identifiers)}`;
}

function knownWords(identifiers: readonly string[]): string {
  const values = identifiers.map((name) => `${name}: { known: ['…'] }`).join(', ');
  return `\`values: { ${values} }\` in parity.config.ts (\`init\` writes one)`;
}

/** The names in code marks, separated by commas. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
