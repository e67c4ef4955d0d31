import { schemesToMeet } from '../contract/wire/request/credentials.js';
import type { Call } from './driver.js';

/** Why a client that is given one token cannot authenticate a call; `undefined` where it can, or where none is given. */
export function oneCredentialFault({ operation, token }: Pick<Call, 'operation' | 'token'>): string | undefined {
  const schemes = schemesToMeet(operation);
  if (token === undefined || schemes.length < 2) return undefined;
  return `a client of one token cannot meet ${schemes.map(({ name }) => name).join(' and ')} at once`;
}
