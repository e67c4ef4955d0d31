import { readFileSync } from 'node:fs';
import type { Contract } from '../../contract/contract.js';
import { generatorNamed } from '../../surfaces/kinds/surface-kinds.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import { expectedFiles } from '../generation/generate.js';
import { stampOf } from '../generation/stamp.js';
import type { GeneratedChange } from './changed-files.js';

/**
 * The changed files of generated code that nobody edited by hand: before and after the change, each contains exactly
 * the generator's output. Each file affects only the operations whose code changed. Files that a different version of
 * the generator wrote are not included.
 */
export async function generatedChanges(
  loaded: LoadedConfig,
  before: Contract,
  now: Contract,
  changed: readonly string[],
  read: (path: string) => Uint8Array | undefined,
): Promise<ReadonlyMap<string, GeneratedChange>> {
  const found = new Map<string, GeneratedChange>();
  for (const { id, config } of surfaceConfigsFor(loaded, now.file)) {
    const { generate } = config;
    if (generate === undefined || !('generator' in generate)) continue;
    const [former, current] = await Promise.all(
      [before, now].map((each) => expectedFiles(generate, each, loaded.root)),
    );
    const own = changed.filter((path) => former?.has(path) === true || current?.has(path) === true);
    const follow = own.filter(
      (path) => text(read(path)) === former?.get(path) && textOnDisk(path) === current?.get(path),
    );
    if (follow.length === 0) continue;
    const generator = await generatorNamed(generate.generator);
    const change = {
      surface: id,
      ...operationsOf(stampOf(generator, before), stampOf(generator, now), () => sharedDiffers()),
    };
    for (const path of follow) found.set(path, change);

    function sharedDiffers(): boolean {
      const shared = (contract: Contract): string => stampOf(generator, { ...contract, operations: [] }).digest;
      return shared(before) !== shared(now);
    }
  }
  return found;
}

type Stamp = ReturnType<typeof stampOf>;

function operationsOf(before: Stamp, now: Stamp, sharedDiffers: () => boolean): Pick<GeneratedChange, 'operations'> {
  if (sharedDiffers()) return {};
  return {
    operations: [...now.operations].filter(([id, digest]) => before.operations.get(id) !== digest).map(([id]) => id),
  };
}

function textOnDisk(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
