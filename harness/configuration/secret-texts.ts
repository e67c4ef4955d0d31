import type { LoadedConfig } from './load-config.js';

/** Every configured text that no report and no output may contain. */
export function secretTexts({ token, credentials, headers = [] }: LoadedConfig): readonly string[] {
  // A credential may follow the name of its scheme (RFC 9110 §11.4), so its part is a secret as well.
  const values = headers.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
  return [token, ...credentials.values(), ...values];
}
