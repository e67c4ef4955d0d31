import { expect, it } from 'vitest';
import { contractOf } from '../../fixtures/contracts.js';
import { refusesTransition, statedTransitions } from './stated-transitions.js';

const STATES = ['draft', 'in_review', 'published', 'archived'];

/**
 * The changes of state that a PATCH refuses, with the statuses. `description` is the text of the PATCH, and `ofMember`
 * the text of the member `status` in its body.
 */
async function refusedBy(description: string, ofMember = '', status = '409'): Promise<string> {
  const properties = { status: { enum: STATES, description: ofMember } };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 200: { description: '', content }, [status]: { description: '' } };
  const contract = await contractOf({
    paths: {
      '/posts/{id}': {
        parameters: [id],
        patch: { operationId: 'change', description, requestBody: { content }, responses },
      },
    },
  });
  const [operation] = contract.operations;
  const stated = operation && statedTransitions(contract, operation, { name: 'status', values: STATES });
  if (stated === undefined) return '';
  const refused = STATES.flatMap((from) =>
    STATES.filter((to) => refusesTransition(stated, from, to)).map((to) => `${from}>${to}`),
  );
  return [...stated.statuses, ...refused].join(' ');
}

const TABLE = `
| from        | to                       |
|-------------|--------------------------|
| \`draft\`     | \`draft\`, \`in_review\`     |
| \`in review\` | \`draft\` or \`published\`   |
| published   | archived                 |
`;
const OF_TABLE = 'draft>published draft>archived in_review>archived published>draft published>in_review';
const OF_CHAIN =
  'draft>published draft>archived in_review>draft in_review>archived published>draft published>in_review';

it.each([
  [`The status only moves forward (409):\n${TABLE}\nAll else is free.`, `409 ${OF_TABLE}`],
  [`Any other change of the status is refused.\n${TABLE}`, `409 ${OF_TABLE}`],
  [
    `Allowed transitions:\n${TABLE.replace('from', 'Current status').replace('| to', '| Next status')}`,
    `409 ${OF_TABLE}`,
  ],
  ['Valid transitions: `draft` → `in_review`, `in_review` → `published`, `published` → `archived`.', `409 ${OF_CHAIN}`],
  ['Only these changes are possible: draft -> in_review -> published -> archived', `409 ${OF_CHAIN}`],
  ['Allowed: `draft` → `in_review` → `published` → `archived`. Any other change is refused.', `409 ${OF_CHAIN}`],
  [
    'Permitted status changes:\n\n- draft → in_review\n- in_review => published\n- published → archived\n',
    `409 ${OF_CHAIN}`,
  ],
  [
    '`draft` → `in_review`\n`in_review` → `published`\n`published` → `archived`\n\nEvery other step gives 409.',
    `409 ${OF_CHAIN}`,
  ],
  [
    'Invalid transitions give 409.\n\n* `draft` → `archived`, `published`\n* `published` → `archived`\n* `archived` → none',
    '409 draft>in_review published>draft published>in_review archived>draft archived>in_review archived>published',
  ],
  // Without a statement that there are no other changes.
  [TABLE, ''],
  ['The usual life of a post: `draft` → `in_review` → `published`.', ''],
  ['Posts are `draft` → `in_review` → `published`.', ''],
  // With exceptions, conditions, or a further column.
  [`Only these changes are possible, except for administrators:\n${TABLE}`, ''],
  [`Other changes are ignored:\n${TABLE}`, ''],
  [
    `Allowed transitions:\n| from | to | when |\n|--|--|--|\n| draft | published | complete |\n| published | archived | old |`,
    '',
  ],
  [`Allowed transitions:\n| from | to |\n|--|--|\n| draft | published (if complete) |\n| published | archived |`, ''],
  [`Allowed transitions:\n| name | to |\n|--|--|\n| draft | published |\n| published | archived |`, ''],
  ['Allowed transitions: `draft` → `in_review` once it is complete, `in_review` → `published`.', ''],
  ['Allowed transitions: `draft` → `published`.', ''],
  // Lists of refused changes, and of changes with an effect.
  ['Forbidden transitions: `archived` → `draft`, `published` → `draft`.', ''],
  ['Only these changes are refused with 409:\n\n- archived → draft\n- published → draft', ''],
  ['`archived` → `draft`, `published` → `draft`\nOnly these changes are refused.', ''],
  ['Only these changes are sent to subscribers: `draft` → `in_review`, `in_review` → `published`.', ''],
  ['`draft` → `in_review`, `in_review` → `published` notify nobody.\nAll other changes do.', ''],
  ['Done by the system: `draft` → `in_review`, `in_review` → `published`. Every other change is allowed.', ''],
  ['`draft` → `in_review`, `in_review` → `published`. Any other change leaves the status as it is.', ''],
  ['`draft` → `in_review`, `in_review` → `published`. Any other change is not refused, but logged.', ''],
  // A further change without an arrow.
  ['Allowed transitions: draft -> in_review -> published. Every state may become `archived`.', ''],
])('finds the changes of state that a text refuses: "%s" → "%s"', async (text, want) => {
  expect(await refusedBy(text)).toBe(want);
  expect(await refusedBy('', text)).toBe(want);
});

it.each([
  ['Only these changes are possible: draft -> in_review -> published -> archived', '422', `422 ${OF_CHAIN}`],
  ['Only these changes are possible, else 400: draft -> in_review', '400', ''],
  ['Only these changes are possible, else 400:\ndraft -> in_review -> published -> archived', '400', `400 ${OF_CHAIN}`],
  ['Only these changes are possible: draft -> in_review -> published -> archived', '400', ''],
  ['Only these changes are possible: draft -> in_review -> published -> archived', '404', ''],
])('the status of the refusal must be documented: "%s", documented %s → "%s"', async (text, status, want) => {
  expect(await refusedBy(text, '', status)).toBe(want);
});
