import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { itemService } from '../../contract/fixtures/contracts.js';
import type { OperationId } from '../../contract/operation.js';
import { checkCurrent } from '../../rules/freshness/current.js';
import { GENERATOR_NAMES, generatorNamed } from '../../surfaces/kinds/surface-kinds.js';
import type { GenerateConfig } from '../configuration/config.js';
import { compareGenerated, writeGenerated } from './generate.js';
import { isAsWritten, readStamp, stampLines, stampOf, withContentDigest } from './stamp.js';

const MCP: GenerateConfig = { generator: 'mcp', output: 'out' };

async function generated(): Promise<{ readonly root: string; readonly contract: Contract; readonly file: string }> {
  const root = await temporary();
  const contract = await itemService();
  await writeGenerated(MCP, contract, root);
  return { root, contract, file: join(root, 'out/generated/tools.ts') };
}

describe('generated code', () => {
  it('generated code is current after it was written, and is written again only if it differs', async () => {
    const { root, contract } = await generated();
    expect(checkCurrent(await compareGenerated('mcp', MCP, contract, root))).toEqual([]);
    expect(await writeGenerated(MCP, contract, root)).toEqual([]);
  });

  it('an edited, missing or obsolete generated file is reported, and the check changes no files', async () => {
    const { root, contract, file } = await generated();
    await writeFile(join(root, 'out/generated/left-over.ts'), '');
    await writeFile(file, (await readFile(file, 'utf8')).replace("name: 'list_items'", "name: 'list_all'"));
    const before = await readFile(file, 'utf8');
    const compared = await compareGenerated('mcp', MCP, contract, root);
    expect(compared.files.map(({ path, wanted, found }) => [path, wanted === undefined, found === undefined])).toEqual([
      ['out/generated/left-over.ts', true, false],
      ['out/generated/tools.ts', false, false],
    ]);
    await rm(join(root, 'out/generated/left-over.ts'));
    const [violation] = checkCurrent(await compareGenerated('mcp', MCP, contract, root));
    expect(violation).toMatchObject({
      kind: 'edited',
      surface: 'mcp',
      received: expect.stringContaining('list_all') as string,
    });
    expect(before.split('\n')[(violation?.location?.line ?? 0) - 1]).toContain('list_all');
    expect(await readFile(file, 'utf8')).toBe(before);
    await rm(file);
    expect(checkCurrent(await compareGenerated('mcp', MCP, contract, root))[0]?.kind).toBe('missing');
  });

  it('generated code is stale only on surfaces whose generator read the changed part of the contract', async () => {
    const { root, contract } = await generated();
    await writeGenerated({ generator: 'sdk_typescript', output: 'sdk' }, contract, root);
    const renamed: Contract = {
      ...contract,
      operations: contract.operations.map((operation) =>
        operation.id === ('getItem' as OperationId) && operation.tool
          ? { ...operation, tool: { ...operation.tool, name: 'fetch_item' } }
          : operation,
      ),
    };
    const compared = await compareGenerated('mcp', MCP, renamed, root);
    expect({ stale: compared.stale, operations: compared.operations }).toEqual({
      stale: true,
      operations: ['getItem'],
    });
    expect(checkCurrent(compared)).toMatchObject([{ kind: 'stale' }]);
    expect(
      checkCurrent(await compareGenerated('sdk', { generator: 'sdk_typescript', output: 'sdk' }, renamed, root)),
    ).toEqual([]);
  });

  it.each(['"\nprocess.exit(1)', '\r\nimport os', '\u2028x', '*/ x /*', '\\', 'a b', '100%', '%0a', 'tür', '\f'])(
    'an operationId takes one line of a stamp, and is read back: %j',
    (id) => {
      const stamp = { digest: `sha256:${'0'.repeat(64)}`, operations: new Map([[id, '0'.repeat(12)]]) };
      const lines = stampLines('x', stamp);
      expect(lines.filter((line) => !/^[\p{L}\p{N}\p{P}`%: ]+$/u.test(line) || line.includes('*/'))).toEqual([]);
      expect(readStamp(lines.map((line) => `// ${line}\n`).join(''))).toEqual(stamp);
    },
  );

  it.each<[string, (text: string) => string, boolean | undefined]>([
    ['an unchanged generated file counts as unedited', (text) => text, true],
    ['a changed generated file counts as edited', (text) => text.replace('1', '2'), false],
    ['a generated file with a changed stamp counts as edited', (text) => text.replace('x\n', 'y\n'), false],
    [
      'a generated file without the digest of its text gives no answer',
      (text) => text.replace(/.*content.*\n/, ''),
      undefined,
    ],
    ['a file without a stamp gives no answer', () => 'a = 1\n', undefined],
  ])('the digest of a file shows whether somebody edited the file: %s', (_, edit, want) => {
    for (const mark of ['// ', '# ', '']) {
      const stamp = stampLines('x', {
        digest: `sha256:${'0'.repeat(64)}`,
        operations: new Map([['a', '0'.repeat(12)]]),
      });
      const written = withContentDigest(`${stamp.map((line) => `${mark}${line}\n`).join('')}\na = 1\n`);
      expect(isAsWritten(edit(written))).toBe(want);
    }
  });

  it('a written stamp is read again unchanged', async () => {
    const contract = await itemService();
    for (const name of GENERATOR_NAMES) {
      const stamp = stampOf(await generatorNamed(name), contract);
      expect(
        readStamp(
          stampLines(name, stamp)
            .map((line) => `// ${line}\n`)
            .join(''),
        ),
      ).toEqual(stamp);
    }
    expect(readStamp('no stamp')).toBeUndefined();
  });
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parity-generation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
