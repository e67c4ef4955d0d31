import type { Case } from '../../contract/case.js';
import type { OperationId } from '../../contract/operation.js';
import type { SourceLocation } from '../../contract/json/source-location.js';
import type { Finding } from '../../rules/finding.js';
import type { FindingEntry } from '../report.js';
import { nullDroppedProof, replyProof } from './sample-proofs.js';

/** Typical findings, with various owners and dispositions. */
export function sampleFindings(): readonly FindingEntry[] {
  return [nullDropped(), slashNotEncoded(), replyBreaksSchema(), mockRejects(), toolUnnamed()];
}

function nullDropped(): FindingEntry {
  return regression({
    ...common('a3f0c112', 'parity/same-request', ['sdk_typescript'], ['createItem']),
    pointer: '/body/description',
    kind: 'null-became-omitted',
    message: 'The request body lacks `description`, which the caller gave as null.',
    expected: { name: 'aaa', description: null },
    received: { name: 'aaa' },
    repair: 'Send every given argument, including null. Leave out only omitted arguments.',
    source: 'RFC 8259 §3: null is a value; the contract: ItemCreate.description is string or null',
    location: location(118, '/components/schemas/ItemCreate/properties/description'),
    counterexample: example('createItem', { body: { name: 'aaa', description: null } }),
    proof: nullDroppedProof(),
    occurrences: 31,
    evidence: [
      {
        rule: 'parity/same-value',
        surface: 'sdk_typescript',
        operation: operation('createItem'),
        pointer: '/response/body',
        message: 'The created item has no description.',
      },
      {
        rule: 'state/create-returns-fields',
        surface: 'sdk_typescript',
        pointer: '/response/body/description',
        message: 'The reply lacks a field that the request contained.',
      },
    ],
  });
}

function slashNotEncoded(): FindingEntry {
  return regression({
    ...common('1c9e77b4', 'conformance/request-target', ['cli'], ['getItem']),
    pointer: '/path/item_id',
    kind: 'reserved-not-encoded',
    message:
      'The request target splits the path parameter `item_id` at its slash, so that a different resource is requested.',
    expected: '/items/a%2Fb',
    received: '/items/a/b',
    repair: 'Percent-encode reserved characters of path parameters before they are put into the path.',
    source: 'RFC 3986 §2.2; OpenAPI 3.1 §4.8.12.3, style simple',
    location: location(70, '/paths/~1items~1{item_id}/get/parameters/0'),
    counterexample: { ...example('getItem', { path: { item_id: 'a/b' } }), expect: { kind: 'accepted-or-absent' } },
    occurrences: 9,
  });
}

function replyBreaksSchema(): FindingEntry {
  return regression({
    ...common('5b2d8e90', 'conformance/response-schema', ['rest'], ['listItems', 'getItem']),
    severity: 'should',
    backends: ['reference'],
    pointer: '/response/body/items/0/price',
    kind: 'schema-broken',
    message: 'The reply breaks `multipleOf` of the documented schema: a price has a third decimal.',
    expected: { multipleOf: 0.01, type: 'number' },
    received: {
      items: [{ item_id: 'itm_0001', price: 12.345, name: 'Größe 日本 👩‍🔬', tags: ['a', 'b'] }],
      next_cursor: null,
    },
    blame: 'backend',
    repair: 'Round prices to cents before they are stored, or document the precision that is served.',
    source: 'OpenAPI 3.1 §4.8.17; JSON Schema 2020-12 validation §6.2.1',
    location: location(140, '/components/schemas/Item/properties/price'),
    counterexample: { ...example('listItems', { query: { limit: 1 } }), token: 'configured' },
    proof: replyProof(),
    occurrences: 2,
  });
}

function mockRejects(): FindingEntry {
  const { finding, replay = '' } = regression({
    ...common('77aa01ff', 'conformance/valid-accepted', ['rest', 'sdk_typescript', 'cli', 'mcp'], ['createItem']),
    backends: ['mock'],
    pointer: '/response/status',
    kind: 'valid-rejected',
    message: 'A valid input was rejected with 422.',
    expected: 201,
    received: 422,
    blame: 'mock',
    repair: 'Nothing in your code: the mock computes multipleOf in binary fractions.',
    source: 'JSON Schema 2020-12 validation §6.2.1',
    counterexample: example('createItem', { body: { name: 'aaa', price: 1.1 } }),
    occurrences: 14,
  });
  const waiver = {
    reason: 'The mock rejects about one of ten valid prices.',
    owner: 'platform team',
    expires: '2026-12-31',
  };
  return { kind: 'finding', finding, disposition: 'waived', waiver, replay };
}

function toolUnnamed(): FindingEntry {
  const { finding } = regression({
    ...common('d00d1e5f', 'inventory/tools-match', ['mcp'], []),
    backends: [],
    pointer: '/tools',
    kind: 'missing',
    message: 'The tool server does not offer `get_item`.',
    expected: ['list_items', 'create_item', 'get_item'],
    received: ['list_items', 'create_item'],
    repair: 'Register one tool for each operation that has x-svc-mcp-tool.',
    source: 'The contract: x-svc-mcp-tool of getItem',
    location: location(66, '/paths/~1items~1{item_id}/get/x-svc-mcp-tool'),
  });
  return { kind: 'finding', finding, disposition: 'open' };
}

function common(id: string, rule: string, surfaces: readonly string[], operations: readonly string[]): Finding {
  return {
    id,
    rule,
    severity: 'must',
    surfaces,
    operations: operations.map(operation),
    backends: ['reference', 'mock'],
    pointer: '',
    kind: 'missing',
    message: '',
    expected: null,
    received: null,
    blame: 'surface',
    repair: '',
    source: '',
    occurrences: 1,
    evidence: [],
  };
}

function regression(finding: Finding): FindingEntry {
  const replay = `npx contract-parity replay counterexamples/${finding.id}.json --surface ${finding.surfaces[0] ?? 'rest'}`;
  return { kind: 'finding', finding, disposition: 'open', replay };
}

function example(id: string, input: Case['input']): Case {
  return {
    id: `${id}/valid/17`,
    operation: operation(id),
    input,
    provenance: { kind: 'valid', name: 'generated' },
    expect: { kind: 'accepted' },
    token: 'configured',
    gate: 'approved',
  };
}

function location(line: number, pointer: string): SourceLocation {
  return { file: 'contract/item-service.openapi.yaml', line, column: 7, pointer };
}

function operation(id: string): OperationId {
  return id as OperationId;
}
