import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Framework, type Places, type Prepared, startedService } from './framework.js';

export const fastapiFramework: Framework = { name: 'fastapi', prepare };

const VERSIONS = 'import fastapi, uvicorn; print("FastAPI", fastapi.__version__ + ", uvicorn", uvicorn.__version__)';
/** Time limit of an import. The first import after an installation compiles the packages. */
const IMPORT_MS = 60_000;

async function prepare({ sources, programs: { python } }: Places): Promise<Prepared> {
  const service = join(sources, 'fastapi/service.py');
  const path = process.env['PYTHONPATH'];
  try {
    const { stdout } = await promisify(execFile)(python, ['-c', VERSIONS], { timeout: IMPORT_MS });
    // Services get a minimal environment. This variable is the only way to find packages of `pip install --target`.
    const env = path === undefined ? {} : { PYTHONPATH: path };
    return { kind: 'ready', version: stdout.trim(), service: startedService([python, service], env) };
  } catch (error) {
    const reason = `${python} has no FastAPI with uvicorn: ${lastLine(error)}`;
    return {
      kind: 'missing',
      reason,
      repair: 'Run `PYTHON -m pip install fastapi uvicorn`, and give `--python PYTHON` unless it is python3.',
    };
  }
}

/** The last line of a traceback, which is the error. */
function lastLine(error: unknown): string {
  const { stderr = '', message } = error as Error & { readonly stderr?: string };
  return stderr.trim().split('\n').at(-1) || message;
}
