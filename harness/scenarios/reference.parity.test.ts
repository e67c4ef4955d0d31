import { describeParity } from '../vitest.js';

// The surfaces of this project. Only some phases run here. They verify the same rules as all phases together; `parity
// check` runs all phases.
await describeParity(import.meta.url, '../../parity.config.ts', {
  phases: ['inventory', 'freshness', 'examples', 'invalid', 'gates'],
  backends: ['reference'],
  runs: 4,
});
