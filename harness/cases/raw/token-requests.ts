import type { TokenChoice } from '../../../contract/case.js';
import { isSecured, schemesToMeet } from '../../../contract/wire/request/credentials.js';
import type { RawRequest, RawSubject } from './raw-request.js';

const RESEMBLING: readonly TokenChoice[] = ['prefix', 'extension', 'other-case', 'empty'];

/** Tokens that resemble the accepted one, and the accepted one with a different scheme. */
export function tokenRequests({ operation }: RawSubject): readonly RawRequest[] {
  if (!isSecured(operation)) return [];
  const [scheme, ...more] = schemesToMeet(operation);
  const refused = [...RESEMBLING, ...(takesBasic(operation.security) ? [] : (['other-scheme'] as const))];
  const isBearer = more.length === 0 && scheme?.kind === 'http' && scheme.scheme.toLowerCase() === 'bearer';
  return [
    ...refused
      .filter((token) => token !== 'other-scheme' || isBearer)
      .map((token): RawRequest => ({ ...named(token), expect: { kind: 'unauthenticated' } })),
    ...(isBearer ? [named('scheme-case')] : []),
  ];
}

function named(token: TokenChoice): RawRequest {
  return { name: `token-${token}`, token, raw: { fault: 'token', words: `with the token choice ${token}` } };
}

function takesBasic(security: RawSubject['operation']['security']): boolean {
  return security.flat().some((scheme) => scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'basic');
}
