/**
 * The name of the environment variable for a security scheme or a header (POSIX.1-2017 §8.1). It is never `TOKEN` or
 * `BASE_URL`, because the commands in a report use these names for other values.
 */
export function variableNamed(text: string): string {
  const name = text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return /^[A-Z]/.test(name) && name !== 'TOKEN' && name !== 'BASE_URL' ? name : `CREDENTIAL_${name}`;
}
