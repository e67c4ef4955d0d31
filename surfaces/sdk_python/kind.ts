import type { GeneratedKind } from '../surface-kind.js';

/**
 * A kind of surface that has a generator but no driver of its own. Its SDK is called by a worker program that
 * implements the driver protocol.
 */
export const sdkPythonKind: GeneratedKind<'sdk_python'> = {
  kind: 'sdk_python',
  generator: async () => (await import('./generate.js')).sdkPythonGenerator,
  callText: async () => (await import('./call-text.js')).callText,
};
