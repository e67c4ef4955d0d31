import type { LoadedConfig } from './load-config.js';

/** Every configured text that no report and no output may contain. */
export function secretTexts({ token, credentials, headers = [] }: LoadedConfig): readonly string[] {
  // A credential may follow the name of its scheme (RFC 9110 §11.4), so the part after the first space is secret, too.
  const values = headers.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
  return [token, ...credentials.values(), ...values];
}
