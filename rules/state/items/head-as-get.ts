import { headerValue } from '../../../contract/wire/message.js';
import type { Observation } from '../../../surfaces/observation.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';

/** The reply to a HEAD has the same headers as the reply to a GET of the same path, if it has these headers at all. */
export const headAsGet: TrialRule = {
  id: 'state/head-as-get',
  severity: 'must',
  statement:
    'If the contract has a HEAD beside a GET, the reply to the HEAD has the same `ETag`, `Last-Modified`, `Content-Type` and `Content-Length` as the replies to the GETs before and after it. The reply to the HEAD may omit each of these headers.',
  source: 'RFC 9110 §9.3.2 (HEAD is identical to GET, without the content) and §8.6 (Content-Length)',
  repair: 'Handle HEAD with the same code as GET, and leave out only the content.',
  backends: REAL_SERVICE,
  reads: 'reply',
  check: (trial, context) =>
    trial.operation.method === 'get'
      ? judgedEach(trial, (observation) => faultsOf(trial.operation.path, context, observation))
      : undefined,
};

const COMPARED = ['etag', 'last-modified', 'content-type', 'content-length'] as const;

function faultsOf(path: string, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const [before, head] = observation.earlier?.slice(-2) ?? [];
  const asked = context.contract.operations.find(({ id }) => id === head?.case.operation);
  const isBetween = before?.case.operation === observation.case.operation && asked?.path === path;
  if (before === undefined || head === undefined || !isBetween || asked.method !== 'head') return undefined;
  if (!sameJson(head.case.input.path ?? {}, observation.case.input.path ?? {})) return undefined;
  const [first, own, last] = [before, head, observation].map(replyOf);
  if (first === undefined || own === undefined || last === undefined) return undefined;
  if (![first, own, last].every(({ status }) => isSuccess(status))) return undefined;
  return COMPARED.flatMap((name): readonly Violation[] => {
    const [expected, received, again] = [first, own, last].map(({ headers }) => headerValue(headers, name));
    if (expected === undefined || expected !== again || received === undefined || received === expected) return [];
    return [
      {
        surface: observation.surface,
        pointer: `/response/header/${name}`,
        kind: 'other-header',
        message: `${asked.id} returns a different ${name} from the one that ${observation.case.operation} returns before and after it.`,
        expected,
        received,
        blame: responder(context),
        cause: asked.id,
      },
    ];
  }).slice(0, 1);
}
