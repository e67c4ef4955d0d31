import { describeParity } from '../vitest.js';

// The project's own surfaces, held to the same rules as anybody's. Fewer runs than `parity check`: that is its own command.
await describeParity(import.meta.url, '../../parity.config.ts', {
  runs: 2,
  phases: ['inventory', 'freshness', 'examples', 'boundary', 'valid', 'invalid', 'gates'],
  backends: ['reference'],
});
