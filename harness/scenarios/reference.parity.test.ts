import { describeParity } from '../vitest.js';

// The project's own surfaces, held to the same rules as anybody's. These phases verify each rule that all of them together do;
// the rest of the cases is `parity check`'s, which is its own command.
await describeParity(import.meta.url, '../../parity.config.ts', {
  phases: ['inventory', 'freshness', 'examples', 'invalid', 'gates'],
  backends: ['reference'],
});
