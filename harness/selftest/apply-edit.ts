import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Edit } from './faults/planted-fault.js';

/**
 * Plants an edit in a folder. Throws if the text does not occur exactly once, so that no fault is lost unnoticed. The
 * file is replaced and not overwritten, because it may be a hard link to the original.
 */
export async function applyEdit(folder: string, edit: Edit): Promise<void> {
  const path = join(folder, edit.file);
  const changed = editedText(await readFile(path, 'utf8'), edit);
  writeFileSync(`${path}.edited`, edit.file.endsWith('.html') ? resealed(changed) : changed);
  renameSync(`${path}.edited`, path);
}

/** The text after the edit. Throws unless `text` contains `from` exactly once. */
export function editedText(text: string, { file, from, to }: Edit): string {
  const count = text.split(from).length - 1;
  if (count !== 1)
    throw new Error(`${file} contains ${JSON.stringify(from)} ${count} times; it must occur exactly once`);
  if (from === to) throw new Error(`${file}: the edit changes nothing`);
  return text.replace(from, () => to);
}

/** Updates the hash in the Content-Security-Policy of a card. The policy permits only the script of the card. */
function resealed(page: string): string {
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(page) ?? [];
  return page.replace(/'sha256-[^']*'/, `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}
