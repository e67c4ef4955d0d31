import { expect, it } from 'vitest';
import { PHASES } from '../engine/options/check-options.js';
import { program } from './program.js';

// The names of the phases are stored in two places, because the help of the command line does not import the engine.
it('the help of `parity check` names every phase, in the order in which they run', () => {
  const check = program().commands.find((command) => command.name() === 'check');
  const described = check?.options.find(({ long }) => long === '--phase')?.description;
  expect(described).toBe(`only these phases (default: all): ${PHASES.join(', ')}`);
});
