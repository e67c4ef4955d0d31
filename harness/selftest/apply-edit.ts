import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Edit } from './faults/planted-fault.js';

/**
 * Plants an edit below a folder. Throws if its text does not occur exactly once, so that a fault cannot disappear
 * unnoticed. The file is replaced and not written to, because it may be a hard link to the original.
 */
export async function applyEdit(folder: string, edit: Edit): Promise<void> {
  const path = join(folder, edit.file);
  const changed = editedText(await readFile(path, 'utf8'), edit);
  writeFileSync(`${path}.edited`, edit.file.endsWith('.html') ? resealed(changed) : changed);
  renameSync(`${path}.edited`, path);
}

/** Throws for a text that does not contain the text to replace exactly once. */
export function editedText(text: string, { file, from, to }: Edit): string {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has ${JSON.stringify(from)} ${count} times, not once`);
  if (from === to) throw new Error(`${file}: the edit changes nothing`);
  return text.replace(from, () => to);
}

/** Updates the digest in a card's policy, which allows only the card's own script. */
function resealed(page: string): string {
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(page) ?? [];
  return page.replace(/'sha256-[^']*'/, `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}
