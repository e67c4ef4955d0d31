import type { ContractRule } from '../document/contract-rule.js';
import { missingHeaders } from '../document/required-header.js';

export const allowDocumented: ContractRule = {
  id: 'contract/allow-documented',
  severity: 'should',
  statement: 'Every 405 response documents the header Allow.',
  source: 'RFC 9110 §15.5.6: the server MUST send Allow in a 405 response.',
  repair: 'Add the header Allow to the 405 response.',
  check: (contract) => missingHeaders(contract, '405', 'Allow'),
};
