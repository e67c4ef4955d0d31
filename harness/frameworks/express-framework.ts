import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Framework, type Places, type Prepared, startedService } from './framework.js';

export const expressFramework: Framework = { name: 'express', prepare };

async function prepare({ sources, programs }: Places): Promise<Prepared> {
  const service = join(sources, 'express/service.cjs');
  const folder = programs.express;
  const from = folder === undefined ? service : join(folder, 'package.json');
  const manifest = manifestOf(from);
  if (manifest === undefined) {
    const reason = `Express is not installed ${folder === undefined ? 'in this project' : `in ${folder}`}`;
    return {
      kind: 'missing',
      reason,
      repair: 'Run `npm install --prefix FOLDER express` and give `--express FOLDER`.',
    };
  }
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string };
  // NODE_PATH is needed, because the service is not in the folder in which Express is installed.
  const env = folder === undefined ? {} : { NODE_PATH: join(folder, 'node_modules') };
  return { kind: 'ready', version: `Express ${version}`, service: startedService([process.execPath, service], env) };
}

function manifestOf(from: string): string | undefined {
  try {
    return createRequire(from).resolve('express/package.json');
  } catch {
    return undefined;
  }
}
