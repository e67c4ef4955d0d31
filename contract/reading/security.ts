import { isJsonObject } from '../json/json.js';
import type { SecurityRequirement, SecurityScheme } from '../operation.js';
import { childPlace, entryPlaces, itemPlaces, type Place, textAt } from '../document/place.js';
import type { Reader } from './reader.js';

/**
 * The security requirements of an operation, as alternatives. Its own `security` replaces the `security` of the
 * document (OpenAPI 3.1 §4.8.10). An empty list removes the document's requirements. The alternative `{}` allows calls
 * without credentials.
 */
export function readSecurity(reader: Reader, document: Place, operation: Place): readonly SecurityRequirement[] {
  const list = childPlace(operation, 'security') ?? childPlace(document, 'security');
  if (list === undefined) return [];
  if (!Array.isArray(list.value)) {
    reader.fault(
      list,
      'security-malformed',
      '`security` is not a list',
      'Write a list of requirements, such as `- bearer: []`.',
    );
  }
  return itemPlaces(list).map((requirement) => readRequirement(reader, document, requirement));
}

function readRequirement(reader: Reader, document: Place, requirement: Place): SecurityRequirement {
  if (!isJsonObject(requirement.value)) {
    reader.fault(
      requirement,
      'security-malformed',
      'a security requirement is not an object',
      'Write the name of a scheme and a list of scopes.',
    );
  }
  const schemes: SecurityScheme[] = [];
  for (const [name, scopes] of entryPlaces(requirement)) {
    if (!Array.isArray(scopes.value)) {
      reader.fault(
        scopes,
        'security-malformed',
        `the scopes of ${JSON.stringify(name)} are not a list`,
        'Write `[]` where the scheme has no scopes.',
      );
    }
    const scheme = readScheme(reader, document, name, scopes);
    if (scheme !== undefined) schemes.push(scheme);
  }
  return schemes;
}

/**
 * Reads a security scheme. Its name refers to a component of the entry document, even if the operation is in a
 * different file (OpenAPI 3.1 §4.8.30).
 */
function readScheme(reader: Reader, document: Place, name: string, use: Place): SecurityScheme | undefined {
  const entry = childPlace(document, 'components', 'securitySchemes', name);
  if (entry === undefined) {
    reader.around(
      use,
      'security-unknown',
      `no security scheme ${JSON.stringify(name)} in components.securitySchemes; it is ignored`,
      'Declare the scheme in `components.securitySchemes`, or correct its name.',
    );
    return undefined;
  }
  return readSecurityScheme(reader, name, entry);
}

export function readSecurityScheme(reader: Reader, name: string, entry: Place): SecurityScheme | undefined {
  const place = reader.followObject(entry, 'security scheme');
  if (place === undefined) return undefined;
  const type = textAt(place, 'type');
  if (type === 'http') {
    const scheme = textAt(place, 'scheme');
    if (scheme !== undefined) return { kind: 'http', name, scheme: scheme.toLowerCase() };
  } else if (type === 'apiKey') {
    const location = textAt(place, 'in');
    const parameter = textAt(place, 'name');
    if (isKeyLocation(location) && parameter !== undefined) return { kind: 'apiKey', name, in: location, parameter };
  } else if (type !== undefined) {
    return { kind: 'other', name, type };
  }
  reader.around(
    place,
    'security-scheme',
    `security scheme ${JSON.stringify(name)} does not define the credential to send; it is ignored`,
    'Give the scheme a `type`; http needs a `scheme`, apiKey a `name` and an `in` of query, header or cookie.',
  );
  return undefined;
}

function isKeyLocation(location: string | undefined): location is 'query' | 'header' | 'cookie' {
  return location === 'query' || location === 'header' || location === 'cookie';
}
