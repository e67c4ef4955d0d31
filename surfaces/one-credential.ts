import { schemesToMeet } from '../contract/wire/request/credentials.js';
import type { Call } from './driver.js';

/**
 * The reason why a client that takes only one token cannot authenticate a call. `undefined` if the client can, or if
 * the call has no token.
 */
export function oneCredentialFault({ operation, token }: Pick<Call, 'operation' | 'token'>): string | undefined {
  const schemes = schemesToMeet(operation);
  if (token === undefined || schemes.length < 2) return undefined;
  return `a client with one token cannot send credentials for both ${schemes.map(({ name }) => name).join(' and ')}`;
}
