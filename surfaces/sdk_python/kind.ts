import type { GeneratedKind } from '../surface-kind.js';

/** A kind that is only generated. A worker that implements the driver protocol runs the SDK. */
export const sdkPythonKind: GeneratedKind<'sdk_python'> = {
  kind: 'sdk_python',
  generator: async () => (await import('./generate.js')).sdkPythonGenerator,
  callText: async () => (await import('./call-text.js')).callText,
};
