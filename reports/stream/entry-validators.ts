import { ownValidators } from '../../contract/schema/own-schema.js';
import { REPORT_SCHEMA } from './entry-shape.js';

const KINDS = [
  'header',
  'cell',
  'finding',
  'unsteady',
  'note',
  'coverage',
  'comparison',
  'history',
  'shard',
  'footer',
] as const;

type Validated = (typeof KINDS)[number] | 'recordedRun';

/**
 * A separate validator for each kind of entry. A single schema with `oneOf` would also report errors about all other
 * kinds.
 */
export const VALIDATORS = ownValidators<Validated>({
  schema: REPORT_SCHEMA,
  references: Object.fromEntries([...KINDS, 'recordedRun'].map((name) => [name, `#/$defs/${name}`])) as Record<
    Validated,
    string
  >,
  options: { ownProperties: true, validateFormats: false },
});

export const ENTRY_KINDS: readonly (typeof KINDS)[number][] = KINDS;
