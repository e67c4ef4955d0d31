import type { JsonSchema } from '../../contract/json/json.js';
import { WORDS } from '../../surfaces/kind-options.js';

/** Options of a surface that permit deviations which would otherwise be findings. */
export const PERMITTED = {
  inexpressible: {
    description:
      'The inputs that the surface does not support. For each operation, list texts that occur in the reasons that the surface reports. ' +
      'An input that is not supported for a different reason is a finding.',
    type: 'object',
    additionalProperties: WORDS,
  },
  unknownMembers: {
    description:
      'Members of replies that no schema names. With `lost`, a caller need not receive them, for example because the types of the surface hold only known members: see the [tolerance](tolerances.md) `unknown-members`.',
    default: 'a lost member is a finding',
    const: 'lost',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
