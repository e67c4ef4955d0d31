import { joinPointer, pointerTokens, valueAt } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { SourceLocation } from '../../contract/json/source-location.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { splitRequest } from '../../contract/wire/request/split-request.js';
import type { Observation } from '../../surfaces/observation.js';
import { contentType } from '../conformance/service/content-type.js';
import { responseBody } from '../conformance/service/response-body.js';
import { responseHeaders } from '../conformance/service/response-headers.js';
import { statusDocumented } from '../conformance/service/status-documented.js';
import { validAccepted } from '../conformance/service/valid-accepted.js';
import { type RequestFault, requestFaults } from '../conformance/surface/request-valid.js';
import { describedPlace } from '../described-place.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type RuleStatement, type Trial, type TrialContext, type TrialRule } from '../rule.js';
import { ignoredMembers } from './ignored-members.js';
import { type OtherVersion, changedSchema, servedOperation } from './other-version.js';

/**
 * A surface of one version works with the service of a different version. This is checked only if the run combines two
 * versions.
 */
export const COMPATIBLE: RuleStatement = {
  id: 'versions/compatible',
  severity: 'must',
  statement:
    'A surface of one version works with the service of the other version: the service accepts and uses every input that the contract of the surface permits, and sends only replies that this contract documents.',
  source: 'Semantic Versioning 2.0.0 §8: an incompatible change of the public API needs a new major version',
  repair:
    'Keep the operations and members of the released version, marked `deprecated`, until nothing uses them any more. If the break is intended, release a new major version and add a waiver.',
};

const REPLY_RULES: readonly TrialRule[] = [statusDocumented, contentType, responseHeaders, responseBody];

/**
 * The rule for surfaces that call a service of a different version. A reply that breaks the contracts of both versions
 * is not judged here, because it shows no difference between them. Runs of the service with surfaces of its own version
 * report it.
 */
export function compatible(other: OtherVersion, severity = COMPATIBLE.severity): TrialRule {
  return {
    ...COMPATIBLE,
    severity,
    backends: REAL_SERVICE,
    reads: 'reply',
    judgesCase: true,
    check: (trial, context) =>
      trial.observations.flatMap((observation) => new Judged(other, trial, context, observation).violations()),
  };
}

type Difference = Pick<Violation, 'kind' | 'pointer' | 'message' | 'expected' | 'received'> & {
  readonly cause: string;
  /** The schema keyword in which the two contracts differ, as its address in one of them. */
  readonly keyword?: SchemaUri | undefined;
  readonly blame?: Violation['blame'];
};

/** Judges one call by the contracts of both versions. */
class Judged {
  private readonly served: Operation | undefined;

  constructor(
    private readonly other: OtherVersion,
    private readonly trial: Trial,
    private readonly context: TrialContext,
    private readonly observation: Observation,
  ) {
    this.served = servedOperation(other, trial.operation);
  }

  violations(): readonly Violation[] {
    const reply = replyOf(this.observation);
    if (reply === undefined) return [];
    const refused = this.by(validAccepted, false).find(({ kind }) => kind === 'valid-refused');
    const found = refused === undefined ? [...this.ignored(), ...this.replyChanges()] : [this.refusal(reply.status)];
    return found.map(({ keyword, ...difference }) => ({
      blame: 'contract',
      ...difference,
      surface: this.observation.surface,
      status: reply.status,
      location: this.location(difference.pointer, reply.status, keyword),
    }));
  }

  /** The violation for a request that the service refuses, although the contract of the surface permits it. */
  private refusal(status: number): Difference {
    const { operation } = this.trial;
    const { surfaces, service } = this.other;
    const answered = `The service answered ${status}.`;
    const common = { expected: 'the request is accepted', received: status, pointer: '/response/status' };
    if (this.served === undefined)
      return {
        ...common,
        kind: 'operation-removed',
        message: `${this.name} is not in the contract of ${service}, but it is the operation ${operation.id} in the contract of ${surfaces}. ${answered}`,
        cause: this.name,
      };
    const fault = this.requestFault(this.served);
    if (fault !== undefined) return this.narrowed(fault);
    if ((status === 401 || status === 403) && securityOf(this.served) !== securityOf(operation))
      return {
        ...common,
        kind: 'credentials-changed',
        message: `The contracts of ${surfaces} and of ${service} require different credentials for ${this.name}. ${answered}`,
        cause: `credentials ${securityOf(this.served)} ${securityOf(operation)}`,
      };
    return {
      ...common,
      kind: 'valid-refused',
      message: `The contracts of ${surfaces} and of ${service} permit the request. ${answered}`,
      cause: `${this.name} ${status}`,
      blame: 'backend',
    };
  }

  private narrowed({ pointer, expected, received, keyword, kind }: RequestFault): Difference {
    const { surfaces, service } = this.other;
    return {
      kind: 'contract-changed',
      pointer,
      message: `The contract of ${surfaces} permits the request of ${this.name}, but the contract of ${service} does not: ${pointer} ${expected}.`,
      expected,
      received: keyword === undefined ? received : partAt(received, pointer),
      cause: keyword === undefined ? `${this.name} ${pointer} ${kind}` : changedSchema(keyword),
      keyword,
    };
  }

  private requestFault(served: Operation): RequestFault | undefined {
    const request = this.observation.exchanges[0]?.request;
    if (request === undefined) return undefined;
    return requestFaults(this.other.contract.schemas, served, splitRequest(served, request), request.body)[0];
  }

  /**
   * The violations for inputs that the service accepts and ignores, although the contract of the surface describes
   * them. Empty if the surface is newer than the service, because a newer surface may send new inputs.
   */
  private ignored(): readonly Difference[] {
    const request = this.observation.exchanges[0]?.request;
    if (this.served === undefined || request === undefined || this.other.released === 'service') return [];
    // A service that accepts more than its contract permits may still use the input.
    if (this.requestFault(this.served) !== undefined) return [];
    const { surfaces, service } = this.other;
    return ignoredMembers(this.context.contract, this.trial, this.other.contract, this.served, request).map(
      ({ pointer, value, place }) => ({
        kind: 'contract-changed',
        pointer,
        message: `In the contract of ${surfaces}, ${this.name} has the input ${pointer}, but in the contract of ${service} it does not: the service accepts the request and ignores the value.`,
        expected: 'the input has an effect, or is refused',
        received: value,
        cause: place === undefined ? `${this.name} ${pointer}` : changedSchema(place),
        keyword: place,
      }),
    );
  }

  /**
   * The violations for a reply that breaks the contract of the surface. Empty if it also breaks the contract of the
   * service.
   */
  private replyChanges(): readonly Difference[] {
    for (const rule of REPLY_RULES) {
      const own = this.by(rule, false).filter((violation) => !this.isTolerated(violation));
      if (own.length === 0) continue;
      return this.by(rule, true).length > 0 ? [] : own.map((violation) => this.replyChange(violation));
    }
    return [];
  }

  private replyChange({ pointer, message, expected, received, cause }: Violation): Difference {
    const { surfaces, service } = this.other;
    const keyword = cause?.includes('#') === true ? (cause as SchemaUri) : undefined;
    return {
      kind: 'contract-changed',
      pointer,
      message: `The contract of ${service} permits the reply of ${this.name}, but the contract of ${surfaces} does not: ${message}`,
      expected,
      received,
      cause: keyword === undefined ? `${this.name} ${this.part(pointer)}` : changedSchema(keyword),
      keyword,
    };
  }

  /**
   * The last part of the text `cause`: the pointer to what changed. For a status, its class follows, such as `2XX`, and
   * not the status, because a new surface with an old service may get a different status from an old surface with a new
   * service.
   */
  private part(pointer: string): string {
    const status = replyOf(this.observation)?.status ?? 0;
    return pointer === '/response/status' ? `${pointer} ${Math.floor(status / 100)}XX` : pointer;
  }

  /**
   * Whether a change of the contract is tolerated: a reply has a new member in an object that allows no further
   * members, and the surface could read the reply nevertheless.
   */
  private isTolerated({ kind }: Violation): boolean {
    const { outcome } = this.observation;
    const isRead = outcome.kind === 'value' || outcome.kind === 'events' || outcome.kind === 'problem';
    return CLOSED.has(kind) && isRead;
  }

  /** The violations of a rule, judged by the contract of the service or by that of the surface. */
  private by(rule: TrialRule, isService: boolean): readonly Violation[] {
    const { trial, context, observation, other, served } = this;
    if (!isService) return rule.check({ ...trial, observations: [observation] }, context) ?? [];
    if (served === undefined) return [];
    const seen = { ...trial, operation: served, observations: [observation] };
    return rule.check(seen, { ...context, contract: other.contract }) ?? [];
  }

  private get name(): string {
    const { method, path } = this.trial.operation;
    return `${method.toUpperCase()} ${path}`;
  }

  /** The place of the violation in the contract in the working tree. The released contract can no longer be changed. */
  private location(pointer: string, status: number, keyword: SchemaUri | undefined): SourceLocation {
    const { other, served, trial, context } = this;
    const isOther = other.released === 'surfaces';
    const operation = isOther ? served : trial.operation;
    const contract = isOther ? other.contract : context.contract;
    // If the keyword belongs to the other contract, the place that describes the pointer is used.
    if (keyword?.startsWith(`${encodeURI(contract.file)}#`) === true) return contract.schemas.locate(keyword);
    const place = operation && describedPlace(contract, operation.id, { pointer, status });
    return place ?? contract.locate('/paths');
  }
}

/** The part of a sent body or parameter to which a pointer leads. */
function partAt(received: Json, pointer: string): Json {
  const [part, ...tokens] = pointerTokens(pointer);
  const below = part === 'body' ? tokens : tokens.slice(1);
  return valueAt(received, joinPointer('', ...below)) ?? received;
}

const CLOSED: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

function securityOf({ security }: Operation): string {
  return security.map((schemes) => schemes.map(({ name }) => name).join('+')).join('|');
}
