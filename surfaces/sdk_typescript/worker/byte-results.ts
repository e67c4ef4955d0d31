import { isAnyArrayBuffer } from 'node:util/types';
import { MOST_SHOWN } from '../../shown-json.js';

/** Converts a returned buffer, view or `Blob` to a `Uint8Array`. Any other value stays unchanged. */
export async function readBytes(returned: unknown): Promise<unknown> {
  if (returned instanceof Blob && returned.size <= MOST_SHOWN) return new Uint8Array(await returned.arrayBuffer());
  if (isAnyArrayBuffer(returned)) return new Uint8Array(returned);
  if (ArrayBuffer.isView(returned) && !(returned instanceof Uint8Array))
    return new Uint8Array(returned.buffer, returned.byteOffset, returned.byteLength);
  return returned;
}
