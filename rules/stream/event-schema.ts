import type { SchemaSource, SchemaViolation } from '../../contract/contract.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import type { Json } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { streamOf } from '../../contract/stream-of.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { parseJsonText } from '../../contract/wire/request/split-request.js';
import { missingName, schemaFaults } from '../conformance/service/schema-faults.js';
import type { Violation } from '../finding.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, responder } from '../rule.js';
import { jsonDataOf } from './event-data.js';
import { wireEvents } from './wire-events.js';

/** Each event of a stream has a type and data that the contract documents. */
export const eventSchema: TrialRule = {
  id: 'stream/event-schema',
  severity: 'must',
  statement:
    'Every event of a stream is valid against the schema of an event. Data with a JSON media type are JSON and are valid against the schema of their content.',
  source:
    'the contract: x-<prefix>-event of the text/event-stream content; JSON Schema 2020-12 Validation §8.4, §8.5 (contentMediaType, contentSchema)',
  repair:
    'Change the service so that it sends the event that the schema describes, or correct the schema and generate the surfaces again.',
  backends: REAL_SERVICE,
  reads: 'content',
  check: (trial, context) => {
    const schema = streamOf(trial.operation)?.event;
    if (schema === undefined) return undefined;
    const streamed = trial.observations
      .map((observation) => ({ surface: observation.surface, events: wireEvents(observation) }))
      .filter(({ events }) => events.length > 0);
    if (streamed.length === 0) return undefined;
    return streamed.flatMap(({ surface, events }) => streamViolations(context, surface, schema, events));
  },
};

/** The violations in the events of one stream. A schema keyword that several events break is reported once. */
function streamViolations(
  context: TrialContext,
  surface: string,
  schema: SchemaUri,
  events: readonly StreamEvent[],
): readonly Violation[] {
  const { schemas } = context.contract;
  const found = new Map<string, Violation>();
  for (const [index, event] of events.entries())
    for (const fault of eventFaults(schemas, schema, event)) {
      const missing = missingName(fault);
      const message = `Event ${index + 1} of the stream, \`${event.event}\`, breaks its schema: ${fault.message}.`;
      const violation: Violation = {
        surface,
        pointer: `/response/events${missing === undefined ? fault.pointer : joinPointer(fault.pointer, missing)}`,
        kind: fault.keyword,
        message,
        expected: fault.message,
        received: { ...event },
        blame: responder(context),
        // All event types share one cause, because the same code writes the data of all types.
        cause: fault.keyword === OTHER_DATA ? '' : fault.schema,
        location: schemas.locate(fault.schema),
      };
      if (!found.has(fault.schema)) found.set(fault.schema, violation);
    }
  return [...found.values()];
}

function eventFaults(schemas: SchemaSource, schema: SchemaUri, event: StreamEvent): readonly SchemaViolation[] {
  const value: Json = { ...event };
  const output = schemas.forDirection('output');
  if (!output.accepts(schema, value)) return schemaFaults(schemas, schema, value);
  return jsonDataOf(schemas, schema, event).flatMap(({ uri, content }) => {
    const data = parseJsonText(event.data);
    if (data === undefined) return [otherData(schemas, uri)];
    if (content === undefined || output.accepts(content, data)) return [];
    const faults = schemaFaults(schemas, content, data);
    // Plain text may also be valid JSON, for example a number.
    if (faults.some(({ pointer, keyword }) => pointer === '' && keyword === 'type')) return [otherData(schemas, uri)];
    return faults.map((fault) => ({ ...fault, pointer: `/data${fault.pointer}` }));
  });
}

const OTHER_DATA = 'other-data';

/** The fault of an event whose data do not have the documented form, such as plain text in place of JSON. */
function otherData(schemas: SchemaSource, uri: SchemaUri): SchemaViolation {
  const schema = schemas.child(uri, 'contentMediaType');
  return { keyword: OTHER_DATA, pointer: '/data', schema, message: 'must be the JSON that the schema describes' };
}
