import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { Json } from '../../contract/json/json.js';
import { checkToolDefaults } from './tool-defaults.js';

it.each<[string, Readonly<Record<string, Json>> | undefined, readonly string[]]>([
  ['the default of the contract', { limit: 20 }, []],
  ['a different default', { limit: 50 }, ['/inventory/list_pads/limit']],
  ['the default as a text', { limit: '20' }, ['/inventory/list_pads/limit']],
  ['no default for the parameter', {}, []],
  ['a surface that does not report defaults', undefined, []],
  ['a default for an input without a default in the contract', { limit: 20, sort: 'name' }, []],
])(
  'the defaults in the inputSchema of a tool are compared with the contract: %s (violations: $2)',
  (_, defaults, want) => {
    const expected = [{ name: 'list_pads', operation: 'listPads' as OperationId, defaults: { limit: 20 } }];
    const offered = [{ name: 'list_pads', ...(defaults && { defaults }) }];
    const found = checkToolDefaults('mcp', expected, offered);
    expect(found.map(({ violation }) => violation.pointer)).toEqual(want);
  },
);
