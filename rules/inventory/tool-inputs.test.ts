import { expect, it } from 'vitest';
import type { Json } from '../../contract/json/json.js';
import type { OperationId } from '../../contract/operation.js';
import { SingleSchema } from '../../contract/schema/judging/single-schema.js';
import type { InventoryEntry } from '../../surfaces/driver.js';
import { statedInputs } from '../../surfaces/mcp/tools/declared-inputs.js';
import { StatedInputs } from '../../surfaces/mcp/tools/stated-inputs.js';
import { checkToolInputs } from './tool-inputs.js';

const CONTRACT = {
  kind: { enum: ['round', 'square'] },
  colours: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/colour' }, { type: 'null' }] } },
  country: { enum: Array.from({ length: 30 }, (_, index) => `country-${index}`) },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
  offset: { type: 'integer', exclusiveMinimum: -1 },
  width: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 50 },
  depth: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] },
  body: { type: 'object', properties: { size: { enum: ['small', 'large'] }, note: { type: 'string', maxLength: 40 } } },
};
const DEFS = { colour: { type: 'string', enum: ['red', 'green'] } };

function expected(): { readonly name: string; readonly operation: OperationId } & Pick<InventoryEntry, 'stated'> {
  const single = new SingleSchema({ type: 'object', properties: CONTRACT, $defs: DEFS });
  const stated = new StatedInputs(single.schemas);
  stated.addMembers(single.uri, (name) => name);
  return { name: 'list_tiles', operation: 'listTiles' as OperationId, stated: stated.places };
}

function found(properties: Record<string, Json>, more: Record<string, Json> = {}, description = ''): unknown {
  const inputSchema = { type: 'object', properties, ...more };
  const offered = [{ name: 'list_tiles', description, ...statedInputs({ inputSchema }) }];
  return checkToolInputs('mcp', [expected()], offered).map(
    ({ violation: { kind, pointer } }) => `${kind} ${pointer.replace('/inventory/list_tiles', '')}`,
  );
}

const TEXT = { type: 'string' };

it.each<[string, Parameters<typeof found>, readonly string[]]>([
  ['the schemas of the contract', [{ ...CONTRACT }, { $defs: DEFS }], []],
  ['any text', [{ kind: TEXT }], ['values-not-named /kind']],
  ['no schema', [{ kind: {} }], ['values-not-named /kind']],
  ['any text or null', [{ kind: { anyOf: [TEXT, { type: 'null' }] } }], ['values-not-named /kind']],
  [
    'any text in each of two inputs',
    [{ kind: TEXT, colours: { type: 'array', items: TEXT } }],
    ['values-not-named /kind'],
  ],
  ['any text in a list', [{ colours: { type: 'array', items: TEXT } }], ['values-not-named /colours/*']],
  ['any text in a body', [{ body: { type: 'object', properties: { size: TEXT } } }], ['values-not-named /body/size']],
  ['a body with any members', [{ body: { type: 'object', additionalProperties: true } }], []],
  ['alternatives of one value', [{ kind: { anyOf: [{ const: 'round' }, { const: 'square' }] } }], []],
  ['an enumeration or null', [{ kind: { anyOf: [{ enum: ['round', 'square'] }, { type: 'null' }] } }], []],
  ['a pattern', [{ kind: { type: 'string', pattern: '^(round|square)$' } }], []],
  ['the values in the description of the input', [{ kind: { ...TEXT, description: 'Round or square.' } }], []],
  ['the values in the description of the tool', [{ kind: TEXT }, {}, 'kind: `round` or `square`'], []],
  [
    'only one of the values in the description',
    [{ kind: { ...TEXT, description: 'Such as round.' } }],
    ['values-not-named /kind'],
  ],
  [
    'the values behind a reference',
    [{ kind: { $ref: '#/$defs/k' } }, { $defs: { k: { ...TEXT, title: 'round, square' } } }],
    [],
  ],
  ['any text in place of a long list of values', [{ country: TEXT }], []],
  ['a further value', [{ kind: { enum: ['round', 'square', 'oval'] } }], ['other-values /kind']],
  ['further values that mean no choice, such as `all`', [{ kind: { enum: ['round', 'square', 'all', null] } }], []],
  ['other spellings of the values', [{ kind: { enum: ['ROUND', 'SQUARE'] } }], []],
  ['a boolean in place of the values', [{ kind: { type: 'boolean' } }], []],
  ['no bounds', [{ limit: { type: 'integer' }, body: { type: 'object', properties: { note: TEXT } } }], []],
  ['narrower bounds', [{ limit: { type: 'integer', minimum: 10, maximum: 50 } }], []],
  ['a wider bound', [{ limit: { type: 'integer', maximum: 1000 } }], ['wider-bound /limit']],
  ['a wider length', [{ body: { properties: { note: { maxLength: 50 } } } }], ['wider-bound /body/note']],
  ['the bounds of an integer type', [{ limit: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 } }], []],
  ['the bounds of a safe integer', [{ limit: { minimum: 1 - 2 ** 53, maximum: 2 ** 53 - 1 } }], []],
  ['an exclusive bound', [{ limit: { exclusiveMaximum: 101 } }], []],
  ['an exclusive bound that permits more integers', [{ limit: { exclusiveMaximum: 102 } }], ['wider-bound /limit']],
  ['an inclusive bound that permits the same integers', [{ offset: { type: 'integer', minimum: 0 } }], []],
  ['an inclusive bound in place of an exclusive one', [{ width: { minimum: 0 } }], ['inclusive-bound /width']],
  ['an inclusive maximum', [{ width: { exclusiveMinimum: 0, maximum: 50 } }], ['inclusive-bound /width']],
  [
    'inclusive bounds of several inputs',
    [{ width: { type: 'number', minimum: 0, maximum: 50 }, depth: { type: ['number', 'null'], minimum: 0 } }],
    ['inclusive-bound /width'],
  ],
  ['a narrower inclusive bound', [{ width: { minimum: 0.5, maximum: 49 } }], []],
  ['a wider inclusive bound', [{ width: { minimum: -2 } }], ['wider-bound /width']],
  ['only one of two bounds', [{ width: { type: 'number', exclusiveMaximum: 50 } }], []],
  ['a schema that cannot be read', [{ kind: { $ref: '#/nowhere' } }], []],
  ['an input with another name', [{ sort: TEXT }], []],
])('the inputs in the inputSchema of a tool are compared with the contract: %s (violations: $2)', (_, given, want) => {
  expect(found(...given)).toEqual(want);
});

it('the message about an input without an enumeration lists the permitted values and the other inputs with this fault', () => {
  const inputSchema = { type: 'object', properties: { kind: TEXT, colours: { type: 'array', items: TEXT } } };
  const [first] = checkToolInputs('mcp', [expected()], [{ name: 'list_tiles', ...statedInputs({ inputSchema }) }]);
  expect(first?.violation.message).toBe(
    'The tool list_tiles on mcp permits any text for `kind`, and names none of its values: the contract permits only ["round","square"]. The same is true of `colours` of `list_tiles`.',
  );
});

it('the message about an inclusive bound in place of an exclusive one names both keywords', () => {
  const inputSchema = { type: 'object', properties: { width: { minimum: 0 }, depth: { minimum: 0 } } };
  const [first] = checkToolInputs('mcp', [expected()], [{ name: 'list_tiles', ...statedInputs({ inputSchema }) }]);
  expect(first?.violation).toMatchObject({
    message:
      'The tool list_tiles on mcp states `minimum` 0 for `width`, but the contract states `exclusiveMinimum` 0, which does not permit 0 itself. The same is true of `depth` of `list_tiles`.',
    expected: 'exclusiveMinimum 0',
    received: 'minimum 0',
  });
});
