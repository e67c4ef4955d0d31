import { expect, it } from 'vitest';
import type { OperationId } from '../../contract/operation.js';
import type { InventoryEntry } from '../../surfaces/driver.js';
import { PAGE_MEDIA_TYPE, type PageReading } from '../../surfaces/hosted-page.js';
import { checkLinkedPages } from './linked-pages.js';

const EXPECTED = ['a', 'b'].map((name) => ({ name, operation: `op-${name}` as OperationId }));
const SHOWN: PageReading = { kind: 'read', mediaType: PAGE_MEDIA_TYPE, html: '' };
const LOST: PageReading = { kind: 'unreadable', reason: 'Resource not found' };

function tool(name: string, uri: string, reading: PageReading): InventoryEntry {
  return { name, page: { uri, reading } };
}

it.each<[string, readonly InventoryEntry[], readonly string[]]>([
  ['tools without pages', [{ name: 'a' }, { name: 'b' }], []],
  ['a readable page of two tools', [tool('a', 'ui://x', SHOWN), tool('b', 'ui://x', SHOWN)], []],
  [
    'an unreadable page of two tools',
    [tool('a', 'ui://x', LOST), tool('b', 'ui://x', LOST)],
    ['page-unreadable op-a op-b'],
  ],
  ['two unreadable pages', [tool('a', 'ui://x', LOST), tool('b', 'ui://y', LOST)], ['page-unreadable op-a op-b']],
  [
    'an unreadable page of one of two tools',
    [tool('a', 'ui://x', SHOWN), tool('b', 'ui://y', LOST)],
    ['page-unreadable op-b'],
  ],
  [
    'a page with the media type text/html',
    [tool('a', 'ui://x', { kind: 'read', mediaType: 'text/html', html: '' })],
    ['page-media-type op-a'],
  ],
  ['a page without a media type', [tool('a', 'ui://x', { kind: 'read', html: '' })], ['page-media-type op-a']],
  ['a page at an https address', [tool('a', 'https://x.test/', LOST)], ['page-address op-a']],
  ['a page of a tool that the contract does not have', [tool('c', 'ui://x', LOST)], []],
])('the HTML page to which a tool refers must be readable: %s (violations: $2)', (_, offered, want) => {
  const found = checkLinkedPages('mcp', EXPECTED, offered);
  expect(found.map(({ violation, operations }) => [violation.kind, ...operations].join(' '))).toEqual(want);
  expect(found.every(({ violation: { surface, blame } }) => surface === 'mcp' && blame === 'surface')).toBe(true);
});
