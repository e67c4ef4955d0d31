import { expect, test } from 'vitest';
import { contractOf } from '../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../contract/json/json.js';
import { sdkTypescriptGenerator } from '../sdk_typescript/generate.js';

/** The TypeScript type that is generated for an event with this schema, on one line. */
async function eventType(event?: JsonObject): Promise<string> {
  const stream = {
    schema: { type: 'string' },
    'x-svc-terminal-events': ['end'],
    ...(event !== undefined && { 'x-svc-event': event }),
  };
  const responses = { 200: { description: 'Events.', content: { 'text/event-stream': stream } } };
  const contract = await contractOf({ paths: { '/events': { get: { operationId: 'watch', responses } } } });
  const files = sdkTypescriptGenerator.render(sdkTypescriptGenerator.project(contract), []);
  const types = files.find(({ path }) => path.endsWith('types.ts'))?.text ?? '';
  const [, text = ''] = /WatchResult (?:= )?([^]*?)\n(?:\n|$)/.exec(types) ?? [];
  return text
    .replace(/\/\*\*.*?\*\/|readonly /g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '');
}

const JSON_DATA = { type: 'string', contentMediaType: 'application/json' };
const ROW = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };

test.each<readonly [string, JsonObject | undefined, string]>([
  ['no schema', undefined, '{ id?: string; event: string; data: string; }'],
  ['a schema that no type can express', { minProperties: 2 }, '{ id?: string; event: string; data: string; }'],
  [
    'a schema that lists only the event types',
    { properties: { event: { enum: ['a', 'end'] } } },
    "{ event: 'a' | 'end'; } & { id?: string; data: string; }",
  ],
  [
    'events of several types',
    {
      type: 'object',
      required: ['id', 'event', 'data'],
      properties: { id: { type: 'string' } },
      oneOf: [
        { properties: { event: { const: 'a' }, data: { ...JSON_DATA, contentSchema: ROW } } },
        { properties: { event: { const: 'end' }, data: { type: 'string' } } },
      ],
    },
    "({ event: 'a'; data: string; value: { a: number; }; } | { event: 'end'; data: string; }) & { id: string; }",
  ],
  [
    'data that is JSON without a schema',
    { properties: { data: JSON_DATA } },
    '{ data: string; value: unknown; } & { id?: string; event: string; }',
  ],
  [
    'data that is not JSON',
    { properties: { data: { type: 'string', contentMediaType: 'text/csv' } } },
    '{ data: string; } & { id?: string; event: string; }',
  ],
])('an event gets a type from its schema: %s → $2', async (_, event, want) => {
  expect(await eventType(event)).toBe(want);
});
