import type { SchemaSource } from '../../contract/contract.js';
import { type Json, ownValue } from '../../contract/json/json.js';
import type { SchemaUri } from '../../contract/operation.js';
import { appliedSchemas, appliedToMember } from '../../contract/schema/applied-schemas.js';
import type { StreamEvent } from '../../contract/wire/event-stream.js';
import { isJsonMediaType } from '../../contract/wire/message.js';

/** The part of a schema which states that the data of an event are JSON in a string. */
export interface JsonData {
  /** The address of the schema that has `contentMediaType`. */
  readonly uri: SchemaUri;
  /** The address of the schema for the value of this JSON (`contentSchema`), if there is one. */
  readonly content?: SchemaUri;
}

/**
 * Finds all parts of an event's schema which state that its data are JSON in a string (JSON Schema 2020-12 Validation
 * §8.4, §8.5).
 */
export function jsonDataOf(schemas: SchemaSource, schema: SchemaUri, event: StreamEvent): readonly JsonData[] {
  const value: Json = { ...event };
  const applied = appliedSchemas(schemas, [schema], value);
  const ofData = appliedSchemas(schemas, appliedToMember(schemas, applied, 'data'), event.data);
  return ofData.flatMap(({ uri, schema: stated }) => {
    const mediaType = ownValue(stated, 'contentMediaType');
    if (typeof mediaType !== 'string' || !isJsonMediaType(mediaType)) return [];
    const isDescribed = ownValue(stated, 'contentSchema') !== undefined;
    return [{ uri, ...(isDescribed && { content: schemas.child(uri, 'contentSchema') }) }];
  });
}
