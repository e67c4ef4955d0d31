import semver from 'semver';

export interface VersionFault {
  readonly kind: 'version-missing' | 'version-malformed' | 'version-range' | 'version-tag';
  readonly message: string;
  readonly example: string;
}

/**
 * For each package manager, tests whether a text is one exact version. For npm: Semantic Versioning 2.0.0, items 2, 9
 * and 10. For uv: a public version of PEP 440 with an optional local version. The pattern for uv is our own, because no
 * maintained npm package implements PEP 440.
 */
const EXACT = {
  npm: isSemanticVersion,
  uv: (version: string): boolean => PEP_440.test(version),
} as const;

const PEP_440 =
  /^(?:\d{1,9}!)?\d{1,15}(?:\.\d{1,15}){0,9}(?:(?:a|b|rc)\d{1,9})?(?:\.post\d{1,9})?(?:\.dev\d{1,9})?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;

/**
 * How an exact version is written, with placeholders. It is shown if the text contains no version, because a made-up
 * version could be mistaken for a recommendation.
 */
const FORM = { npm: '<major>.<minor>.<patch>', uv: '<version>' } as const;

/** The reason why a text is not one exact version, such as "allows a range of versions"; `undefined` if it is one. */
export function exactVersion(manager: keyof typeof EXACT, version: string): VersionFault | undefined {
  if (version.length <= MAX_LENGTH && EXACT[manager](version)) return undefined;
  const example = /\d+\.\d+\.\d+/.exec(version.slice(0, MAX_LENGTH))?.[0] ?? FORM[manager];
  if (version === '') return { kind: 'version-missing', message: 'names no version', example };
  // A version such as 01.2.0, which npm treats as 1.2.0.
  if (/^\d+\.\d+\.\d+$/.test(version)) return { kind: 'version-malformed', message: 'is not a valid version', example };
  // Ranges such as `^1.2.0`, `~1`, `>=1 <2`, `1.x`, `1.2`, `*`, `1.0.0 - 2.0.0` and `~=1.4`.
  if (/[\^~<>=*|,\s]|^\d+(?:\.(?:\d+|[xX]))*$|\.[xX*]/.test(version)) {
    return { kind: 'version-range', message: 'allows a range of versions', example };
  }
  return { kind: 'version-tag', message: 'names a tag, which may later refer to a different version', example };
}

/**
 * Whether a text is a semantic version. `semver` also accepts `v1.2.3` and surrounding spaces, so the parsed version is
 * compared with the text.
 */
function isSemanticVersion(version: string): boolean {
  const parsed = semver.parse(version);
  if (parsed === null) return false;
  const build = parsed.build.length === 0 ? '' : `+${parsed.build.join('.')}`;
  return `${parsed.version}${build}` === version;
}

const MAX_LENGTH = 128;
