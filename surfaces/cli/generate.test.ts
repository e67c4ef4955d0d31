import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import type { Contract } from '../../contract/contract.js';
import { contractAt, itemService } from '../../contract/fixtures/contracts.js';
import type { CliModel } from './commands/cli-model.js';
import { cliGenerator } from './generate.js';

const ROOM = import.meta.dirname;

const items = await itemService();
const edgeCases = await contractAt('surfaces/cli/fixtures/edge-cases.openapi.yaml', { prefix: 'acme' });

function rendered(contract: Contract, header: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    cliGenerator.render(cliGenerator.project(contract), header, '..').map((file) => [file.path, file.text]),
  );
}

test.each([...rendered(items).keys()])('the generated file %s equals the output of the generator', (file) => {
  const found = readFileSync(path.join(ROOM, file), 'utf8');
  const header = found
    .slice(0, found.indexOf('\n\n'))
    .split('\n')
    .map((line) => line.replace('// ', ''));
  expect(found).toBe(rendered(items, header).get(file));
  expect(header).toContain(
    `digest: sha256:${createHash('sha256')
      .update(canonicalJson(cliGenerator.project(items)))
      .digest('hex')}`,
  );
});

test('the generator reads commands and human gates from the contract, but no tool names, summaries, body schemas or examples', () => {
  const project = (operations: Contract['operations']): unknown => cliGenerator.project({ ...items, operations });
  const bare = items.operations.map(({ tool: _tool, ...operation }) => ({
    ...operation,
    summary: '',
    description: '',
  }));
  expect(project(bare)).toEqual(cliGenerator.project(items));
  expect(project(items.operations.map(({ gate: _gate, ...operation }) => operation))).not.toEqual(
    cliGenerator.project(items),
  );
  expect(canonicalJson(cliGenerator.project(items))).not.toMatch(/list_items"|maxLength|Ledger/);
});

const model = cliGenerator.project(edgeCases) as unknown as CliModel;
const [command] = model.commands;

test('only operations with a command are generated, and environment variables begin with the vendor prefix of the contract', () => {
  expect(model.commands.map(({ name }) => name)).toEqual(['put-tree']);
  expect([model.prefix, model.title, model.version]).toEqual(['acme', 'Edge Case API', '2.0.0']);
});

test('each argument of an operation has a flag with a unique name', () => {
  expect(command?.flags.map(({ flag, name, in: place }) => [flag, name, place])).toEqual([
    ['path-id', 'id', 'path'],
    ['query-id', 'id', 'query'],
    ['item-id', 'itemId', 'query'],
    ['query-item-id', 'item_id', 'query'],
    ['query-help', 'help', 'query'],
    ['query-body', 'body', 'query'],
    ['top', '$top', 'query'],
    ['x-trace-id', 'X-Trace-Id', 'header'],
    ['tags', 'tags', 'query'],
    ['fields', 'fields', 'query'],
    ['pipes', 'pipes', 'query'],
    ['q', 'q', 'query'],
    ['session', 'session', 'cookie'],
  ]);
});

test('the types of flags are found through references, and lists are marked', () => {
  const shown = command?.flags.map(({ type, list, json }) => [type, list ?? false, json ?? false]);
  expect(shown?.slice(8, 12)).toEqual([
    ['array', true, false],
    ['array', true, false],
    ['array', true, false],
    ['application/json', false, true],
  ]);
});

test('a command has the description, human gate, body and credential of its operation', () => {
  expect(command).toMatchObject({
    description: "Replace it's tree",
    gate: 'tree_review',
    method: 'PUT',
    path: '/trees/{id}/it%27s',
    body: { mediaType: 'application/json', required: false, description: 'A tree.' },
    accept: 'text/plain',
    returns: ['nothing', 'text'],
    credential: { in: 'query', name: 'key', scheme: '' },
  });
});

test('strings of a contract are escaped in string literals', () => {
  const text = rendered(edgeCases).get('generated/commands.ts');
  expect(text).toContain(String.raw`'Replace it\'s tree'`);
  expect(text).toContain(String.raw`'It\'s \\ no help.\nReally.'`);
});
