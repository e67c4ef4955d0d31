import { exactVersion } from './exact-version.js';

/** A parsed pin: the server of the registry and its exact version. */
export type Pin =
  | { readonly kind: 'package'; readonly manager: Manager; readonly name: string; readonly version: string }
  /** A path of this repository at a revision. */
  | { readonly kind: 'local'; readonly path: string; readonly revision: string }
  /** A revision of a different repository, from which someone else operates the server. */
  | { readonly kind: 'operator'; readonly repository: string; readonly revision: string }
  | { readonly kind: 'http'; readonly url: string };

export type Manager = 'npm' | 'uv';

export type PinReading =
  | { readonly kind: 'pin'; readonly pin: Pin }
  | { readonly kind: 'fault'; readonly fault: PinFault };

interface PinFault {
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
}

const FORMS =
  'npm:<name>@<version>, uv:<name>@<version>, local:<path>@<revision>, operator:<repository>@<revision> or http:<server URL>';

/** Parses a pin in linear time, whatever its text is: no regular expression backtracks beyond one part of the pin. */
export function readPin(text: string): PinReading {
  const scheme = /^[a-z]+(?=:)/.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length + 1);
  switch (scheme) {
    case 'npm':
    case 'uv':
      return readPackage(scheme, rest);
    case 'local':
    case 'operator':
      return readRevisioned(scheme, rest);
    case 'http':
      return readUrl(rest);
    default:
      return fault('form-unknown', 'has an unknown form', FORMS);
  }
}

function readPackage(manager: Manager, text: string): PinReading {
  // The version follows the last `@`. A scope also begins with `@`, at index 0.
  const at = text.lastIndexOf('@');
  const [name, version] = at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, ''];
  if (!(NAME[manager].test(name) && name.length <= MAX_NAME)) {
    return fault('name-malformed', `does not name a valid ${manager} package`, `${manager}:<name>@<version>`);
  }
  const wrong = exactVersion(manager, version);
  if (wrong !== undefined) return fault(wrong.kind, wrong.message, `${manager}:${name}@${wrong.example}`);
  return { kind: 'pin', pin: { kind: 'package', manager, name, version } };
}

const MAX_NAME = 214;
const NAME: Readonly<Record<Manager, RegExp>> = {
  // The naming rules of npm for scoped and unscoped packages.
  npm: /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/,
  // The naming rules of PyPA (Names and normalization).
  uv: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
};

function readRevisioned(kind: 'local' | 'operator', text: string): PinReading {
  const at = text.lastIndexOf('@');
  const [where, revision] = at >= 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, ''];
  const what = kind === 'local' ? 'path' : 'repository';
  const form = `${kind}:<${what}>@<40 hex digits>`;
  if (where === '') return fault('name-malformed', `names no ${what}`, form);
  // A revision of this repository contains no path outside of the repository.
  if (kind === 'local' && !isInside(where))
    return fault('path-outside', 'is not a path below the root of this repository', form);
  const exact = `${kind}:${where}@<40 hex digits>`;
  if (revision === '') return fault('version-missing', 'names no revision', exact);
  // Matches a full git object name (SHA-1 or SHA-256). An abbreviation or a name may later refer to a different commit.
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(revision)) {
    return {
      kind: 'pin',
      pin: kind === 'local' ? { kind, path: where, revision } : { kind, repository: where, revision },
    };
  }
  if (/^[0-9a-f]{7,63}$/i.test(revision)) {
    return fault('revision-abbreviated', 'abbreviates its revision, which may become ambiguous', exact);
  }
  return fault('revision-moving', 'names a branch or a tag, which may later refer to a different commit', exact);
}

function isInside(path: string): boolean {
  return (
    !path.includes('\\') && path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

function readUrl(text: string): PinReading {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return fault('url-malformed', 'does not contain an http(s) URL', 'http:https://<host>/<path>');
  }
  if (url.username !== '' || url.password !== '')
    return fault('url-credentials', 'contains credentials', 'http:https://<host>/<path>');
  return { kind: 'pin', pin: { kind: 'http', url: text } };
}

function fault(kind: string, message: string, expected: string): PinReading {
  return { kind: 'fault', fault: { kind, message, expected } };
}
