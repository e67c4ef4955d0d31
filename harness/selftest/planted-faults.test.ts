import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editedText } from './apply-edit.js';
import { PLANTED_FAULTS } from './planted-faults.js';

const ROOT = join(import.meta.dirname, '../..');

describe('planted faults', () => {
  it('have unique ids', () => {
    const ids = PLANTED_FAULTS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it('replace a text that occurs exactly once in the built project', () => {
    const texts = new Map<string, string>();
    const wrong = PLANTED_FAULTS.flatMap((fault) =>
      [fault, ...(fault.also ?? [])].flatMap((edit) => {
        const text = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8');
        texts.set(edit.file, text);
        return faultOf(fault.id, () => editedText(text, edit));
      }),
    );
    expect(wrong).toEqual([]);
  });
});

function faultOf(id: string, action: () => unknown): readonly string[] {
  try {
    action();
    return [];
  } catch (error) {
    return [`${id}: ${(error as Error).message}`];
  }
}
