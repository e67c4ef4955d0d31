import type { ContractRule } from '../document/contract-rule.js';
import { missingHeaders } from '../document/required-header.js';

export const challengeDocumented: ContractRule = {
  id: 'contract/challenge-documented',
  severity: 'should',
  statement: 'Every 401 response documents the header WWW-Authenticate.',
  source: 'RFC 9110 §15.5.2: the server MUST send at least one challenge with a 401 response.',
  repair: 'Add the header WWW-Authenticate to the 401 response.',
  check: (contract) => missingHeaders(contract, '401', 'WWW-Authenticate'),
};
