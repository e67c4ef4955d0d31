import type { LoadedConfig } from './load-config.js';

/** The secrets in the configuration. No report and no output may contain them. */
export function secretTexts({ token, credentials, headers = [] }: LoadedConfig): readonly string[] {
  // In a header, a credential may follow the name of its scheme (RFC 9110 §11.4). The part after the first space is
  // therefore secret too.
  const values = headers.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
  return [token, ...credentials.values(), ...values];
}
