import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCamelCase, isKebabCase, isSnakeCase, camelToKebabCase, camelToSnakeCase } from './naming.js';

const NAMES: readonly (readonly [string, { readonly snake: string; readonly kebab: string }])[] = [
  ['get', { snake: 'get', kebab: 'get' }],
  ['getItem', { snake: 'get_item', kebab: 'get-item' }],
  ['listItemsByTag2', { snake: 'list_items_by_tag2', kebab: 'list-items-by-tag2' }],
  ['getHTTPStatus', { snake: 'get_http_status', kebab: 'get-http-status' }],
  ['exportCSV', { snake: 'export_csv', kebab: 'export-csv' }],
];

describe('the spelling of names', () => {
  test.each(NAMES)('the name %s is converted to snake_case and kebab-case: %j', (name, { snake, kebab }) => {
    expect(camelToSnakeCase(name)).toBe(snake);
    expect(camelToKebabCase(name)).toBe(kebab);
  });

  test.each(['', 'GetItem', 'get_item', 'get-item', '2get', 'getÄpfel', 'get item'])(
    'the name %j is not camelCase',
    (name) => {
      expect(isCamelCase(name)).toBe(false);
    },
  );

  test.each(['', 'Get_item', 'get__item', '_get', 'get_', 'get-item', 'getItem'])(
    'the name %j is not snake_case',
    (name) => {
      expect(isSnakeCase(name)).toBe(false);
      expect(isKebabCase(name.replaceAll('-', '*').replaceAll('_', '-'))).toBe(false);
    },
  );

  test('every camelCase name becomes a well-formed snake_case and kebab-case name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,20}$/), (name) => {
        expect([isCamelCase(name), isSnakeCase(camelToSnakeCase(name)), isKebabCase(camelToKebabCase(name))]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });
});
