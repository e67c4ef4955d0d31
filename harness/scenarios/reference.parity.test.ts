import { describeParity } from '../vitest.js';

// The project's own surfaces. The phases here verify the same rules as all phases together;
// `parity check` runs the other cases.
await describeParity(import.meta.url, '../../parity.config.ts', {
  phases: ['inventory', 'freshness', 'examples', 'invalid', 'gates'],
  backends: ['reference'],
  runs: 4,
});
