import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Json, ownValue } from '../../../contract/json/json.js';
import type { SurfaceDescription } from '../../observation.js';

/** The name and version of the package that contains the module. If it is in no package, the name of the module. */
export function describeModule(module: string, root: string): SurfaceDescription {
  const manifest = manifestAbove(path.dirname(path.resolve(root, module)));
  const version = manifestText(manifest, 'version');
  return {
    name: manifestText(manifest, 'name') ?? module,
    language: 'typescript',
    ...(version !== undefined && { version }),
  };
}

function manifestAbove(folder: string): Json {
  const parent = path.dirname(folder);
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return parent === folder ? null : manifestAbove(parent);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch {
    return null;
  }
}

function manifestText(manifest: Json, member: string): string | undefined {
  const value = ownValue(manifest, member);
  return typeof value === 'string' ? value : undefined;
}
