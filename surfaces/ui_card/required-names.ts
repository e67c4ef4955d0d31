import { operationArguments } from '../../contract/arguments.js';
import type { SchemaSource } from '../../contract/contract.js';
import { isJsonObject, ownValue } from '../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { appliedSchemas } from '../../contract/schema/applied-schemas.js';

/**
 * The names of the arguments and members that are required in some object of the input, at any depth. A form may show
 * controls for these values from the start, so the driver must set a value that a case omits to "omitted". Only names
 * are compared: an optional value is also set to "omitted" if a required member has the same name.
 */
export function requiredNames(schemas: SchemaSource, operation: Operation): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<SchemaUri>();
  for (const { name, required, parameter } of operationArguments(operation)) {
    if (required) names.add(name);
    const schema = parameter === undefined ? operation.requestBody?.content[0]?.schema : parameter.schema;
    if (schema !== undefined) addNames(schemas, schema, seen, names);
  }
  return [...names];
}

function addNames(schemas: SchemaSource, root: SchemaUri, seen: Set<SchemaUri>, names: Set<string>): void {
  const pending = [root];
  for (let uri = pending.pop(); uri !== undefined; uri = pending.pop()) {
    if (seen.has(uri)) continue;
    seen.add(uri);
    for (const { uri: at, schema } of appliedSchemas(schemas, [uri], undefined)) {
      const required = ownValue(schema, 'required');
      if (Array.isArray(required)) for (const name of required) names.add(String(name));
      const properties = ownValue(schema, 'properties');
      for (const name of isJsonObject(properties) ? Object.keys(properties) : [])
        pending.push(schemas.child(at, 'properties', name));
      for (const keyword of ['items', 'additionalProperties'])
        if (isJsonObject(ownValue(schema, keyword))) pending.push(schemas.child(at, keyword));
    }
  }
}
