import { isJsonObject, type Json } from '../json/json.js';
import { childPlace, type Place } from '../document/place.js';
import type { Reader } from './reader.js';

/** The title and the version of a description. `supported`: whether its version of OpenAPI can be read. */
export interface ContractHead {
  readonly supported: boolean;
  readonly title: string;
  readonly version: string;
}

export function readHead(reader: Reader, entry: Place): ContractHead {
  if (!isJsonObject(entry.value)) {
    reader.fault(
      entry,
      'not-an-object',
      'the OpenAPI description is not an object',
      'Give the path of an OpenAPI description.',
    );
    return { supported: false, title: '', version: '' };
  }
  const supported = checkVersion(reader, entry);
  const title = supported ? readInfo(reader, entry, 'title') : '';
  const version = supported ? readInfo(reader, entry, 'version') : '';
  return { supported, title, version };
}

function checkVersion(reader: Reader, entry: Place): boolean {
  const place = childPlace(entry, 'openapi');
  const swagger = childPlace(entry, 'swagger');
  const written = place?.value ?? swagger?.value;
  if (swagger === undefined && typeof written === 'string' && /^3\.[01]\.\d+(?:-.+)?$/.test(written)) return true;
  const at = place ?? swagger ?? entry;
  const message =
    written === undefined
      ? 'the description has no `openapi` field'
      : `OpenAPI version ${JSON.stringify(written)} is not 3.0 or 3.1`;
  reader.fault(at, 'openapi-version', message, versionRepair(written));
  return false;
}

function versionRepair(written: Json | undefined): string {
  if (written === undefined) return 'Give the path of an OpenAPI description; it begins with `openapi: 3.1.0`.';
  if (String(written).startsWith('2')) {
    return 'Convert the file from Swagger 2.0 to OpenAPI 3.0, for example with `npx swagger2openapi@7.0.8 FILE -o openapi.yaml`, and name that file.';
  }
  return 'Write the version as a string such as 3.1.0.';
}

/**
 * Reads `title` or `version` of `info`, which must be strings (OpenAPI 3.1 §4.8.2). An unquoted `version: 1.0` is a
 * number in YAML.
 */
function readInfo(reader: Reader, entry: Place, key: 'title' | 'version'): string {
  const info = childPlace(entry, 'info');
  const place = info && childPlace(info, key);
  if (typeof place?.value === 'string') return place.value;
  const missing = key === 'title' ? entry.document.file : '';
  const read = typeof place?.value === 'number' ? String(place.value) : missing;
  const what = place === undefined ? 'is missing' : 'is not a string';
  reader.around(
    place ?? info ?? entry,
    'info-missing',
    `info.${key} ${what}; it is read as ${JSON.stringify(read)}`,
    `Write \`${key}\` below \`info\`, in quotes if the value looks like a number.`,
  );
  return read;
}
