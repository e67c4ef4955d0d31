import { givenArguments } from '../arguments.js';
import type { CaseInput } from '../case.js';
import { isJsonObject } from '../json/json.js';
import type { Operation } from '../operation.js';

/**
 * Matches names of credentials, such as `password`, `client_secret`, `refreshToken`, `apiKey`, `otp`, `pin`, `refresh`.
 */
const CREDENTIAL =
  /pass(?:word|wd|phrase|code)|pwd|secret|token|credential|signature|api[_-]?key|(?:^|[_.-])(?:otp|pin|refresh)$/i;

/**
 * Whether an argument, or a member of the body, has the name of a credential. Operations such as a login take
 * credentials in this way.
 */
export function hasCredentialInput(operation: Operation, input: CaseInput): boolean {
  return givenArguments(operation, input)
    .flatMap(([{ name }, value]) => [name, ...(isJsonObject(value) ? Object.keys(value) : [])])
    .some((name) => CREDENTIAL.test(name));
}
