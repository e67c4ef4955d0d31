import { expect, it } from 'vitest';
import { copyTree } from './tree.js';

it('a service that stores refused requests and returns overlapping pages has two findings', async () => {
  const tree = copyTree();
  await tree.edit(
    'dist/surfaces/rest/reference/serving/answer.js',
    'if (invalid.length > 0)\n',
    "if (invalid.length > 0 && route.operationId === 'createItem')\n" +
      "        handle(route, withDefaults({ ...input, body: { name: 'left' } }, route, body.content));\n" +
      '    if (invalid.length > 0)\n',
  );
  await tree.edit(
    'dist/surfaces/rest/reference/items/operations.js',
    'encodeCursor(last.sequence)',
    'encodeCursor(last.sequence - 1)',
  );
  const flags = [
    '--contract',
    'contract/item-service.openapi.yaml',
    '--backend',
    'reference',
    '--runs',
    '0',
    '--surface',
    'rest',
  ];
  const { exitCode, stdout } = await tree.parity('check', ...flags, '--phase', 'examples', 'boundary', 'invalid');
  const { findings } = await tree.report();
  const reported = findings.map(({ finding: { rule, surfaces, operations, kind, blame } }) => ({
    rule,
    surfaces,
    operations,
    kind,
    blame,
  }));
  const about = { surfaces: ['rest'], blame: 'backend' };
  expect(reported, stdout).toEqual([
    { ...about, rule: 'state/no-effect', operations: ['createItem'], kind: 'changed-by-refused-call' },
    { ...about, rule: 'state/pages', operations: ['listItems'], kind: 'element-repeated' },
  ]);
  expect(exitCode).toBe(1);
  for (const { replay } of findings) {
    await expect(tree.parity(...(replay ?? '').split(' ').slice(2))).resolves.toMatchObject({ exitCode: 1 });
  }
});
