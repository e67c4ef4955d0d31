import { ownValidators } from '../../contract/schema/own-schema.js';
import { OWN_PROTOCOL } from './message-schemas.js';

export const VALIDATORS = ownValidators(OWN_PROTOCOL);
