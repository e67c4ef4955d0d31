import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { PROTOCOL_SCHEMA } from './message-schemas.js';

const PAGE = readFileSync('docs/drivers.md', 'utf8');
const ajv = new Ajv2020({ strict: false }).addSchema(PROTOCOL_SCHEMA, 'protocol');

function shown(kind: string): readonly string[] {
  const fences = PAGE.matchAll(new RegExp(`^\`\`\`json ${kind}\\n([^]*?)^\`\`\``, 'gm'));
  return [...fences].flatMap(([, text = '']) => text.trim().split('\n'));
}

test.each([
  ['order', ['start', 'run', 'stop'], 3],
  ['reply', ['greeting', 'callLine'], 9],
] as const)('every %s in the documentation of the driver protocol is valid', (kind, names, count) => {
  const lines = shown(kind);
  expect(lines).toHaveLength(count);
  const isOne = ajv.compile({ oneOf: names.map((name) => ({ $ref: `protocol#/$defs/${name}` })) });
  expect(lines.filter((line) => !isOne(JSON.parse(line)))).toEqual([]);
});
