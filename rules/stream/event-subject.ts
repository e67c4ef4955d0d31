import type { SchemaSource } from '../../contract/contract.js';
import { isJsonObject, ownValue } from '../../contract/json/json.js';
import type { Parameter, SchemaUri } from '../../contract/operation.js';
import { appliedSchemas, appliedToMember } from '../../contract/schema/applied-schemas.js';
import { streamOf } from '../../contract/stream-of.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../rule.js';
import { jsonDataOf } from './event-data.js';
import { wireEvents } from './wire-events.js';

/** The events of a stream are about the item in its path. */
export const eventSubject: TrialRule = {
  id: 'stream/event-subject',
  severity: 'must',
  statement:
    'If a member in the data of an event has the name and the schema of a path parameter, the member has the value of this parameter. Only streams of items that a setup call created are checked.',
  source: 'the contract: the path parameter and the schema of an event (x-<prefix>-event) refer to one schema',
  repair: 'Write the identifier of the requested item into the data of each event, and send no events of other items.',
  backends: REAL_SERVICE,
  reads: 'content',
  judgesCase: true,
  check: (trial, context) => {
    const event = streamOf(trial.operation)?.event;
    const parameters = trial.operation.parameters.filter((each) => each.in === 'path');
    if (event === undefined || parameters.length === 0 || trial.case.setup === undefined) return undefined;
    const named = trial.observations.flatMap((observation) =>
      wireEvents(observation).flatMap((each, index) =>
        parameters.flatMap((parameter) => {
          const member = memberOf(trial, context, event, parameter, each);
          return member === undefined ? [] : [{ surface: observation.surface, index, type: each.event, ...member }];
        }),
      ),
    );
    if (named.length === 0) return undefined;
    const wrong = named.filter(({ given, wanted }) => given !== wanted);
    return [...new Map(wrong.map((each) => [each.surface, each])).values()].map((each) => violation(context, each));
  },
};

interface Named {
  readonly name: string;
  readonly given: string;
  readonly wanted: string;
}

/**
 * The identifier in the data of an event, and the identifier in the path of the call; `undefined` if the data have no
 * such member.
 */
function memberOf(
  { case: { input } }: Trial,
  { contract: { schemas } }: TrialContext,
  schema: SchemaUri,
  parameter: Parameter,
  event: StreamEvent,
): Named | undefined {
  const { name } = parameter;
  const data = parseJsonText(event.data);
  const given = isJsonObject(data) ? ownValue(data, name) : undefined;
  const wanted = ownValue(input.path ?? {}, name);
  if (!isScalar(given) || !isScalar(wanted)) return undefined;
  const stated = jsonDataOf(schemas, schema, event).flatMap(({ content }) => content ?? []);
  const ofMember = appliedToMember(schemas, appliedSchemas(schemas, stated, data), name);
  if (!shareSchema(schemas, ofMember, [parameter.schema])) return undefined;
  return { name, given: String(given), wanted: String(wanted) };
}

function shareSchema(schemas: SchemaSource, ones: readonly SchemaUri[], others: readonly SchemaUri[]): boolean {
  const known = new Set(appliedSchemas(schemas, ones, undefined).map(({ uri }) => uri));
  return appliedSchemas(schemas, others, undefined).some(({ uri }) => known.has(uri));
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function violation(
  context: TrialContext,
  { surface, index, type, name, given, wanted }: Named & { surface: string; index: number; type: string },
): Violation {
  return {
    surface,
    pointer: `/response/events/data/${name}`,
    kind: 'other-subject',
    message: `Event ${index + 1} of the stream, \`${type}\`, has a different ${name} from the one in the path.`,
    expected: wanted,
    received: given,
    blame: responder(context),
    cause: name,
  };
}
