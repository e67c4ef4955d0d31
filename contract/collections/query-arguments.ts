import type { SchemaSource } from '../contract.js';
import type { QueryPlace } from '../inputs/query-place.js';
import type { Parameter, SchemaUri } from '../operation.js';
import { statedMembers } from './reply-members.js';

/** An argument in the query of an operation: its place, and the schema of its value. */
export interface QueryArgument extends QueryPlace {
  /**
   * The name of the argument in a URL: `limit` or `page[size]`. The code infers the meaning of the argument from this
   * name.
   */
  readonly label: string;
  readonly schema: SchemaUri;
}

/**
 * The arguments in the query of an operation. A parameter with the style `deepObject` counts as one argument for each
 * of its members.
 */
export function queryArguments(schemas: SchemaSource, parameters: readonly Parameter[]): readonly QueryArgument[] {
  return parameters.flatMap(({ in: place, name, style, schema, contentType }): readonly QueryArgument[] => {
    if (place !== 'query') return [];
    if (style !== 'deepObject' || contentType !== undefined) return [{ name, label: name, schema }];
    return [...statedMembers(schemas, [schema])].flatMap(([member, [stated]]) =>
      stated === undefined ? [] : [{ name: member, within: name, label: `${name}[${member}]`, schema: stated }],
    );
  });
}
