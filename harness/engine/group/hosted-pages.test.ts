import { expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operation.js';
import type { Finding } from '../../../rules/finding.js';
import { findingOf } from './fixtures/findings.js';
import { joinHostedPages } from './hosted-pages.js';

const [GET, LIST] = ['getItem', 'listItems'] as readonly unknown[] as readonly [OperationId, OperationId];

function hosted(...operations: readonly OperationId[]): Finding {
  return findingOf({ id: '00000002', rule: 'inventory/hosted-page', surfaces: ['ui_card'], operations });
}

function onCard(given: Partial<Finding>): Finding {
  return findingOf({ id: '00000001', rule: 'parity/same-value', surfaces: ['ui_card'], operations: [GET], ...given });
}

it.each<[string, readonly Finding[], readonly string[]]>([
  ['a fault of the card with its form', [onCard({}), hosted(GET)], ['00000001']],
  ['a fault of another operation', [onCard({ operations: [LIST] }), hosted(GET)], ['00000001', '00000002']],
  ['a fault of one of two operations', [onCard({}), hosted(GET, LIST)], ['00000001', '00000002']],
  ['a fault of another surface', [onCard({ surfaces: ['cli'] }), hosted(GET)], ['00000001', '00000002']],
  ['a fault of the service', [onCard({ blame: 'backend' }), hosted(GET)], ['00000001', '00000002']],
  ['no other finding', [hosted(GET)], ['00000002']],
])('a finding of a card in a host joins the finding that explains it: %s', (_, findings, want) => {
  const found = joinHostedPages(findings.map((finding) => ({ finding, cells: new Set<string>() })));
  expect(found.map(({ finding }) => finding.id)).toEqual(want);
});
