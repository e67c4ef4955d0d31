import type { GeneratedKind } from '../surface-kind.js';

/** Only generated: a worker that speaks the driver protocol runs it. */
export const sdkPythonKind: GeneratedKind<'sdk_python'> = {
  kind: 'sdk_python',
  generator: async () => (await import('./generate.js')).sdkPythonGenerator,
  callText: async () => (await import('./call-text.js')).callText,
};
