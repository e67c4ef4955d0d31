import { ownValidators } from '../../contract/schema/own-schema.js';
import { OWN_ENTRIES } from './own-entries.js';

export const VALIDATORS = ownValidators(OWN_ENTRIES);
