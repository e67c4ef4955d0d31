import type { TokenChoice } from '../../../contract/case.js';
import {
  credentialPlace,
  credentialValue,
  isSecured,
  schemesToMeet,
} from '../../../contract/wire/request/credentials.js';
import type { RawRequest, RawSubject } from './raw-request.js';

export const WRONG_TOKEN = 'not-the-token-of-this-service';

/**
 * A wrong token that is as long as a JSON Web Token (RFC 7519). If a service quotes it in a reply, the text of the
 * reply may exceed the length that the contract permits.
 */
const LONG_TOKEN = WRONG_TOKEN.padEnd(300, '-0');

const RESEMBLING: readonly TokenChoice[] = ['prefix', 'extension', 'other-case', 'empty'];

/**
 * Requests with wrong credentials: a token that resembles the accepted token, a long token, the accepted token with a
 * different scheme, and wrong credentials for each of the other security alternatives.
 */
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
    ...longToken(operation),
    ...otherAlternatives(operation),
  ];
}

/**
 * A request with a long wrong credential, if the operation requires one credential and it is in a header. A reply that
 * repeats the credential must nevertheless match its schema.
 */
function longToken(operation: RawSubject['operation']): readonly RawRequest[] {
  const [scheme, ...more] = schemesToMeet(operation);
  const place = scheme && credentialPlace(scheme);
  if (more.length > 0 || scheme === undefined || place?.in !== 'header') return [];
  const headers = { [place.name]: `${place.prefix}${credentialValue(scheme, { token: LONG_TOKEN })}` };
  const words = `with a wrong token of ${LONG_TOKEN.length} characters`;
  return [
    {
      name: 'token-long',
      token: 'missing',
      raw: { fault: 'token', words, headers },
      expect: { kind: 'unauthenticated' },
    },
  ];
}

/**
 * Requests without the accepted token, but with wrong credentials of another security alternative. Only alternatives
 * that are sent in headers are used.
 */
function otherAlternatives(operation: RawSubject['operation']): readonly RawRequest[] {
  const chosen = schemesToMeet(operation);
  const others = operation.security.filter((alternative) => alternative !== chosen && alternative.length > 0);
  return others.flatMap((alternative): readonly RawRequest[] => {
    const headers = alternative.flatMap((scheme) => {
      const place = credentialPlace(scheme);
      if (place?.in !== 'header') return [];
      return [[place.name, `${place.prefix}${credentialValue(scheme, { token: WRONG_TOKEN })}`] as const];
    });
    const names = alternative.map(({ name }) => name);
    if (headers.length < alternative.length) return [];
    const words = `with wrong credentials of ${names.join(' and ')}`;
    const raw = { fault: 'token', words, headers: Object.fromEntries(headers) } as const;
    return [{ name: `token-wrong-${names.join('-')}`, token: 'missing', raw, expect: { kind: 'unauthenticated' } }];
  });
}

function named(token: TokenChoice): RawRequest {
  return { name: `token-${token}`, token, raw: { fault: 'token', words: `with the token choice ${token}` } };
}

function takesBasic(security: RawSubject['operation']['security']): boolean {
  return security.flat().some((scheme) => scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'basic');
}
