import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lintContract } from '../../rules/contract/lint/lint.js';
import { loadRuleset } from './load-ruleset.js';

const root = mkdtempSync(join(tmpdir(), 'parity-ruleset-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/a': { get: { operationId: 'Get_a', responses: { 200: { description: 'Done.' } } } } },
};
write('api.json', JSON.stringify(CONTRACT));

const LICENCE = 'given: $.info\n    severity: error\n    then: { field: license, function: truthy }\n';
const MODULE_RULE = `{ given: '$.info', then: { function: () => [{ message: 'no' }] } }`;

describe('loadRuleset', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'YAML without `extends` replaces our rules',
      'single.yaml',
      `rules:\n  licence:\n    ${LICENCE}`,
      ['error ruleset/licence'],
    ],
    [
      'YAML that extends our rules, changes severities and turns rules off',
      'ours.yaml',
      `extends: [[contract-parity/spectral, off]]\nrules:\n  contract/operation-id-convention: error\n  licence:\n    ${LICENCE}`,
      ['error ruleset/licence', 'error contract/operation-id-convention'],
    ],
    [
      'YAML that extends another file',
      'outer.yml',
      'extends: ./single.yaml\nrules:\n  licence: warn\n',
      ['warning ruleset/licence'],
    ],
    [
      'YAML with a function of its own',
      'functions.yaml',
      'functions: [refuse]\nrules:\n  mine:\n    given: $.info\n    then: { function: refuse }\n',
      ['warning ruleset/mine'],
    ],
    [
      'JSON that extends the rules of Spectral',
      'oas.json',
      '{"extends": [["spectral:oas", "off"]], "rules": {"info-contact": "error"}}',
      ['error oas/info-contact'],
    ],
    [
      'a module that extends our rules',
      'module.ts',
      `import ours from 'contract-parity/spectral';\nexport default { extends: [[ours, 'off']], rules: { mine: ${MODULE_RULE}, 'contract/operation-id-convention': 'warn' } };`,
      ['warning ruleset/mine', 'warning contract/operation-id-convention'],
    ],
  ])('a contract has results with the severities of the ruleset: %s → $3', async (_, file, text, want) => {
    write('functions/refuse.js', `export default () => [{ message: 'no' }];`);
    write(file, text);
    const ruleset = await loadRuleset(file, root);
    const results = await lintContract('api.json', {
      prefix: 'svc',
      needs: { tool: false, command: false },
      root,
      ruleset,
    });
    expect(results.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(want);
  });

  it('the rules that a ruleset extends use the vendor prefix of the run', async () => {
    write('ours-too.yaml', 'extends: contract-parity/spectral\n');
    const ruleset = await loadRuleset('ours-too.yaml', root);
    const results = await lintContract('api.json', {
      prefix: 'acme',
      needs: { tool: true, command: false },
      root,
      ruleset,
    });
    expect(results.filter(({ rule }) => rule === 'contract/tool-present').map(({ message }) => message)).toEqual([
      expect.stringContaining('x-acme-mcp-tool'),
    ]);
  });

  it.each([
    ['is missing', 'none.yaml', undefined, /none\.yaml is not a usable Spectral ruleset: ENOENT/],
    ['has no rules', 'empty.yaml', 'rules: 1\n', /empty\.yaml is not a usable/],
    [
      'has a rule without `given`',
      'placeless.mjs',
      'export default { rules: { a: { then: { function: () => {} } } } };',
      /rules\.a: /,
    ],
    [
      'names an unknown function',
      'unknown.yaml',
      'rules:\n  a:\n    given: $\n    then: { function: nope }\n',
      /Function is not defined/,
    ],
    ['extends a ruleset on the network', 'remote.yaml', 'extends: http://127.0.0.1:9/a.yaml\n', /is not read/],
    ['throws', 'throws.mjs', "throw new Error('broken here');", /broken here/],
  ])('a ruleset that %s is an error that names the file', async (_, file, text, want) => {
    if (text !== undefined) write(file, text);
    await expect(loadRuleset(file, root)).rejects.toThrow(want);
  });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
