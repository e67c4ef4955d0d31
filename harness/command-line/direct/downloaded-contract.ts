import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ParityError } from '../../../contract/parity-error.js';
import type { Authority } from '../../backends/service/authority.js';
import { Client, requestWith } from '../../../surfaces/http/undici-core.js';

const TIMEOUT_MS = 15_000;
/** The maximum size of a downloaded contract. It is larger than any published contract. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Saves the contract at a URL of this machine to a folder, so that users can open the file and lines that messages
 * mention. Returns the path of the file. `beforeWrite` may throw; then the file is not written.
 */
export async function downloadedContract(
  url: URL,
  folder: string,
  authority: Authority,
  beforeWrite: (file: string) => void = () => {},
): Promise<string> {
  const { bytes, type } = await fetched(url, authority);
  const file = join(folder, fileName(url, type));
  beforeWrite(file);
  await mkdir(folder, { recursive: true });
  await writeFile(file, bytes);
  return file;
}

async function fetched(
  { href, origin, pathname, search }: URL,
  authority: Authority,
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const client = new Client(origin, { connect: authority });
  try {
    const { statusCode, headers, body } = await requestWith(client, {
      method: 'GET',
      path: pathname + search,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: ACCEPT },
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MOST_BYTES) throw new Error(`the reply is longer than ${MOST_BYTES} bytes`);
      parts.push(part);
    }
    if (statusCode !== 200) throw new Error(`the reply has the status ${statusCode}`);
    return { bytes: Buffer.concat(parts), type: String(headers['content-type'] ?? '') };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    const reason = name === 'TimeoutError' ? `no reply within ${TIMEOUT_MS / 1000} s` : (code ?? message);
    throw new ParityError(
      'contract-unreachable',
      `${href} cannot be read: ${reason}`,
      'Start the service, or correct the URL of its OpenAPI description.',
      { cause: error },
    );
  } finally {
    await client.destroy();
  }
}

const ACCEPT = 'application/json, application/yaml;q=0.9, */*;q=0.8';

/**
 * The name of the saved file: `openapi.json` for a URL with the path `/openapi.json`, and `contract.yaml` for a path
 * without a usable name.
 */
function fileName({ pathname }: URL, type: string): string {
  const name = basename(pathname);
  if (/^[\w-][\w.-]{0,80}\.(?:json|ya?ml)$/i.test(name)) return name;
  return type.includes('yaml') ? 'contract.yaml' : 'contract.json';
}
