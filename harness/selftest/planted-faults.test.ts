import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { editedText } from './apply-edit.js';
import { type Edit, FAULT_CLASSES } from './faults/planted-fault.js';
import { PLANTED_FAULTS } from './planted-faults.js';

const ROOT = join(import.meta.dirname, '../..');

describe('planted faults', () => {
  it('planted faults have unique ids', () => {
    const ids = PLANTED_FAULTS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it('more than two hundred planted faults cover every surface and every class', () => {
    const run = PLANTED_FAULTS.filter(({ equivalent }) => equivalent === undefined);
    expect(run.length).toBeGreaterThan(200);
    for (const name of Object.keys(FAULT_CLASSES))
      expect(run.filter((fault) => fault.class === name).length, name).toBeGreaterThan(9);
    for (const name of ['rest', 'sdk_typescript', 'sdk_python', 'cli', 'mcp', 'ui_card'])
      expect(run.filter(({ surface }) => surface === name).length, name).toBeGreaterThan(19);
  });

  it('planted faults replace texts that occur exactly once in the built project, and the result can be parsed', () => {
    expect(PLANTED_FAULTS.flatMap(({ id, ...fault }) => wrong(id, [fault, ...(fault.also ?? [])]))).toEqual([]);
  });
});

function wrong(id: string, edits: readonly Edit[]): readonly string[] {
  const texts = new Map<string, string>();
  try {
    for (const edit of edits)
      texts.set(edit.file, editedText(texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8'), edit));
    for (const [file, text] of texts) if (/\.(?:c?js|html)$/.test(file)) parseAst(scriptOf(text));
    return [];
  } catch (error) {
    return [`${id}: ${(error as Error).message}`];
  }
}

function scriptOf(text: string): string {
  return /<script>([^]*)<\/script>/.exec(text)?.[1] ?? text;
}
