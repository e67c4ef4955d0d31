import type { GeneratedKind } from '../surface-kind.js';

/**
 * A kind of surface with a generator but without a driver. The SDK is driven through a worker that implements the
 * driver protocol.
 */
export const sdkPythonKind: GeneratedKind<'sdk_python'> = {
  kind: 'sdk_python',
  generator: async () => (await import('./generate.js')).sdkPythonGenerator,
  callText: async () => (await import('./call-text.js')).callText,
};
