import { describeParity } from '../vitest.js';

// The surfaces of this project. These phases verify the same rules as all phases; `parity check` runs the rest.
await describeParity(import.meta.url, '../../parity.config.ts', {
  phases: ['inventory', 'freshness', 'examples', 'invalid', 'gates'],
  backends: ['reference'],
  runs: 4,
});
