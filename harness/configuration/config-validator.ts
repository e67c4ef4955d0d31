import { ownValidators } from '../../contract/schema/own-schema.js';
import { OWN_CONFIG } from './config-schema.js';

export const VALIDATORS = ownValidators(OWN_CONFIG);
