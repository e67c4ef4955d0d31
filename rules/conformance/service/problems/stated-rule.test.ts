import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { validAccepted } from '../valid-accepted.js';

const DATE = { type: 'string', format: 'date' };
const TEXT = { type: 'string', minLength: 1, maxLength: 80 };

interface Texts {
  readonly operation?: string;
  readonly body?: string;
  readonly member?: string;
  readonly response?: string;
  /** The reason that the reply states, without the name of a member. Default: none. */
  readonly reason?: string;
  readonly schema?: JsonObject;
  readonly end?: string;
}

/**
 * Sends a valid input that is refused with 422 by a reply that names a member, and returns the number of violations.
 */
async function violations(
  { operation = '', body = '', member = '', response: refused = '', reason, schema = DATE, end = '2001-01-02' }: Texts,
  field: string,
): Promise<number> {
  const properties = { startDate: DATE, endDate: { description: member, ...schema } };
  const content = { 'application/json': { schema: { type: 'object', description: body, properties } } };
  const responses = { 201: { description: '' }, 422: { description: refused } };
  const post = { operationId: 'book', description: operation, requestBody: { content }, responses };
  const put = {
    operationId: 'bookAgain',
    description: 'The `endDate` must be in the future.',
    responses: { 204: { description: '' } },
  };
  const own = await contractOf({ paths: { '/bookings': { post, put } } });
  const input = { body: { startDate: '2001-01-02', endDate: end } };
  const response = replied(
    422,
    field === ''
      ? reason === undefined
        ? {}
        : { errors: [{ field: 'request', message: reason }] }
      : { errors: [{ pointer: field, message: 'refused' }] },
  );
  return validAccepted.check(trialOf(own, 'book', input, [{ response }]), contextOf(own))?.length ?? 0;
}

it.each<[string, Texts]>([
  [
    'the description of the body compares the refused member with others',
    { body: 'The dates must not be equal, or on days before today.' },
  ],
  ['the description of the member compares it with another member', { member: 'Must not be before the start.' }],
  ['the description of the member refers to other items', { member: 'Must be the id of an employee.', schema: TEXT }],
  [
    'the description of the member states a limit that the schema lacks',
    { member: 'At most 40 days after the start.', schema: TEXT },
  ],
  ['the description of the operation states the refusal', { operation: 'A weekend in `endDate` is 422.' }],
  [
    'the description of the operation states the refusal in a sentence on two lines',
    { operation: 'The member `endDate` is an optional day, which should not be\nbefore the start, or else 422.' },
  ],
  [
    'the description of the response relates the member to another value',
    { response: 'Wrong dates, or the `endDate` is before today.', schema: TEXT },
  ],
  [
    'the description of the operation states the refusal in two clauses',
    { operation: 'The `endDate` must be a Sunday; otherwise it is 422.' },
  ],
  [
    'the description states that the operation works like another one with a rule',
    { operation: 'Days work as for the book again.' },
  ],
  [
    'the description of the operation refers to the rules of another operation',
    { operation: 'The rules of bookAgain apply.' },
  ],
  [
    'the description makes the member depend on another value',
    { operation: '`endDate` is permitted only with the kind `long`.' },
  ],
  [
    'the value breaks a form that its description states',
    { member: 'Must not start or end with a space.', schema: { ...TEXT, const: ' 2' }, end: ' 2' },
  ],
  [
    'the value is empty after the change that its description states',
    { member: 'Surrounding white space is removed, and the rest must not be empty.', schema: TEXT, end: ' \u001F' },
  ],
  ['the description forbids the character NUL', { member: 'A NUL character is refused.', schema: TEXT, end: 'a\0' }],
  [
    'the description of the response forbids control characters',
    { response: 'Control characters are refused.', schema: TEXT, end: '\b' },
  ],
  [
    'the description excludes this value',
    { member: 'It must not be `.` or `..`, nor a year.', schema: TEXT, end: '..' },
  ],
  [
    'the description forbids equal elements',
    { member: 'The same value may not come twice.', schema: { type: 'array' } },
  ],
  [
    'the description of the operation forbids the member beside another value',
    { operation: '`endDate` is required for the kind `long` and prohibited for other kinds; otherwise 422.' },
  ],
  [
    'the description of the operation refers to the rules of the PUT',
    { operation: 'The rules of a replacement apply.' },
  ],
])('the service may refuse a valid value if %s', async (_, texts) => {
  expect(await violations(texts, '/endDate')).toBe(0);
});

it('the service may refuse a valid value if the text of its reply contains the name of a member whose description states a rule', async () => {
  const rule = { member: 'Required for a long booking. Not permitted for other kinds.' };
  expect(await violations({ ...rule, reason: 'endDate: only for a long booking' }, '')).toBe(0);
  expect(await violations({ ...rule, reason: 'startDate: only for a long booking' }, '')).toBe(1);
});

it('the service may refuse a list element if its reply names a missing member, and the description of the element states a rule', async () => {
  const place = { type: 'string', description: 'Required for a transfer, and different from `from_place`.' };
  const move = { type: 'object', properties: { kind: { enum: ['sale', 'transfer'] }, to_place: place } };
  const content = {
    'application/json': { schema: { type: 'object', properties: { moves: { type: 'array', items: move } } } },
  };
  const post = {
    operationId: 'moveAll',
    requestBody: { content },
    responses: { 201: { description: '' }, 400: { description: '' } },
  };
  const own = await contractOf({ paths: { '/batches': { post } } });
  const input = { body: { moves: [{ kind: 'transfer' }] } };
  const judged = (detail: string): number | undefined =>
    validAccepted.check(trialOf(own, 'moveAll', input, [{ response: replied(400, { detail }) }]), contextOf(own))
      ?.length;
  expect(judged('to_place: required for a transfer')).toBe(0);
  expect(judged('the kind is not known')).toBe(1);
});

it.each<[string, Texts, string]>([
  ['no description states a rule', {}, '/endDate'],
  [
    'the description only repeats the limits of the schema',
    { member: 'Must have 1 to 80 characters.', schema: TEXT },
    '/endDate',
  ],
  ['the description only repeats the format', { member: 'Must be an ISO date.' }, '/endDate'],
  ['the description restricts nothing', { member: 'Null if the booking has no end.' }, '/endDate'],
  [
    'the value has the form that its description states',
    { member: 'Must not start or end with a space.', schema: TEXT },
    '/endDate',
  ],
  ['the description excludes only other values', { member: 'It must not be `.` or `..`.', schema: TEXT }, '/endDate'],
  [
    'the description states that outer spaces are removed, and the value has other characters',
    { member: 'Trailing spaces are removed.', schema: TEXT, end: '2 ' },
    '/endDate',
  ],
  [
    'the description of the response forbids characters that the value lacks',
    { response: 'Control characters are refused.', schema: TEXT },
    '/endDate',
  ],
  [
    'the description refers to another operation only because of its reply',
    { operation: 'Replies like bookAgain.' },
    '/endDate',
  ],
  [
    'the input has the value on which the member depends',
    { operation: '`endDate` is permitted only with the start date `2001-01-02`.' },
    '/endDate',
  ],
  [
    'the input has the value that requires the member',
    { operation: '`endDate` is required for the start date `2001-01-02` and prohibited for others.' },
    '/endDate',
  ],
  ['the description is about another status', { operation: 'An `endDate` on a weekend is 409.' }, '/endDate'],
  [
    'the description of the operation mentions only another member',
    { operation: 'An unknown `room` is 422.' },
    '/endDate',
  ],
  ['the reply names a member without a rule', { member: 'Must not be before the start.' }, '/startDate'],
  [
    'the schema already forbids equal elements',
    { member: 'Must be unique.', schema: { type: 'array', uniqueItems: true } },
    '/endDate',
  ],
  [
    'the description only states that the member is required',
    { operation: 'If paid, this needs an `endDate`, else 422.' },
    '/endDate',
  ],
])('the service may not refuse a valid value if %s', async (_, texts, field) => {
  expect(await violations(texts, field)).toBe(1);
});

it.each<[string, string, string, number]>([
  ['a parameter', 'parameter', 'Must not be before today.', 0],
  ['a header', 'header', 'Must not be before today.', 0],
  ['a parameter without a rule', 'parameter', 'A day.', 1],
])(
  'a refusal names %s in the member `%s` of its errors; the description of the parameter is "%s" (violations: $3)',
  async (_, named, description, want) => {
    const parameters = [{ name: 'X-Day', in: 'header', description, schema: TEXT }];
    const responses = { 200: { description: '' }, 422: { description: '' } };
    const own = await contractOf({ paths: { '/days': { get: { operationId: 'days', parameters, responses } } } });
    const response = replied(422, { errors: [{ [named]: 'X-Day', message: 'refused' }] });
    const trial = trialOf(own, 'days', { header: { 'X-Day': 'monday' } }, [{ response }]);
    expect(validAccepted.check(trial, contextOf(own))?.length).toBe(want);
  },
);

it('a refusal without the name of a member is permitted if the description of a sent header states this status', async () => {
  const description = 'The checksum. A content with a different one is refused with 422.';
  const parameters = [{ name: 'X-Sum', in: 'header', description, schema: TEXT }];
  const responses = { 204: { description: '' }, 422: { description: '' } };
  const own = await contractOf({ paths: { '/file': { put: { operationId: 'put', parameters, responses } } } });
  const judged = ['X-Sum', 'X-Other'].map((name) => {
    const trial = trialOf(own, 'put', { header: { [name]: 'a' } }, [{ response: replied(422, {}) }]);
    return validAccepted.check(trial, contextOf(own))?.length;
  });
  expect(judged).toEqual([0, 1]);
});

it.each<[string, Texts, number]>([
  [
    'the description of a sent member names this status',
    { member: 'Invalid expressions return 422.', schema: TEXT },
    0,
  ],
  [
    'the description of a sent member names another status',
    { member: 'Invalid expressions return 400.', schema: TEXT },
    1,
  ],
  [
    'the sent value breaks a form that its description states',
    { member: 'Must not be blank.', schema: TEXT, end: ' ' },
    0,
  ],
  ['the reply has the words of the rule of a sent member', { member: 'Must be in the past.', reason: 'a past day' }, 0],
  ['the reply has other words', { member: 'Must be in the past.', reason: 'a working day' }, 1],
  ['the schema states the rule', { member: 'At least 1 character.', schema: TEXT, reason: '1 character' }, 1],
  ['no text has a status', { member: 'Must not be before the start.' }, 1],
])('the service refuses a valid input without naming a member: %s (violations: $2)', async (_, texts, want) => {
  expect(await violations(texts, '')).toBe(want);
});

it.each<[string, string, JsonObject, number]>([
  ['a parameter that is not given', 'get', { query: { limit: 1 } }, 1],
  ['a parameter of the input', 'get', { query: { cursor: 'a' } }, 0],
  ['a member of a new item that is not given', 'post', { body: { name: 'a' } }, 1],
  ['a stored member of a changed item', 'patch', { body: { name: 'a' } }, 0],
])(
  'a refusal that names a parameter or member is permitted only if there is a value to refuse: %s (violations: $3)',
  async (_, method, input, want) => {
    const description = 'Must be the code of a known page.';
    const parameters = [
      { name: 'cursor', in: 'query', description, schema: TEXT },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ];
    const schema = { type: 'object', properties: { name: TEXT, code: { ...TEXT, description } } };
    const requestBody = { content: { 'application/json': { schema } } };
    const responses = { 200: { description: '' }, 422: { description: '' } };
    const operation = { operationId: 'call', responses, ...(method === 'get' ? { parameters } : { requestBody }) };
    const own = await contractOf({ paths: { '/pages': { [method]: operation } } });
    const response = replied(422, {
      errors: [{ pointer: method === 'get' ? '/query/cursor' : '/body/code', message: '' }],
    });
    expect(validAccepted.check(trialOf(own, 'call', input, [{ response }]), contextOf(own))).toHaveLength(want);
  },
);

it('a refusal names a parameter with brackets, such as `filter[from]`, and is permitted by the description of the parameter', async () => {
  const parameter = (name: string): JsonObject => ({ name, in: 'query', schema: DATE });
  const get = {
    operationId: 'days',
    description: '`filter[to]` must be after `filter[from]`, by at most 1000 intervals.',
    parameters: [
      parameter('filter[from]'),
      parameter('filter[to]'),
      { name: 'interval', in: 'query', schema: { ...TEXT, default: '1h' } },
    ],
    responses: { 200: { description: '' }, 422: { description: '' } },
  };
  const own = await contractOf({ paths: { '/days': { get } } });
  const input = { query: { 'filter[from]': '2001-01-02', 'filter[to]': '2001-01-01' } };
  const judged = ['filter[to]', 'query.filter[to]', 'interval', 'filter[on]'].map((name) => {
    const response = replied(422, { errors: [{ source: { parameter: name }, detail: 'refused' }] });
    return validAccepted.check(trialOf(own, 'days', input, [{ response }]), contextOf(own))?.length;
  });
  expect(judged).toEqual([0, 0, 0, 1]);
});

it.each<[string, JsonObject, number]>([
  ['has a default', { default: '20:00' }, 0],
  ['has no default', {}, 1],
])('a refusal names a member that the input lacks, which %s: %j → %i violations', async (_, schema, want) => {
  const description = '`opens` must be before `closes` (422).';
  const properties = { opens: TEXT, closes: { ...TEXT, ...schema } };
  const content = { 'application/json': { schema: { type: 'object', description, properties } } };
  const responses = { 201: { description: '' }, 422: { description: '' } };
  const post = { operationId: 'addRoom', requestBody: { content }, responses };
  const own = await contractOf({ paths: { '/rooms': { post } } });
  const response = replied(422, { errors: [{ field: 'closes', reason: 'must be after opens' }] });
  const trial = trialOf(own, 'addRoom', { body: { opens: '21:11' } }, [{ response }]);
  expect(validAccepted.check(trial, contextOf(own))).toHaveLength(want);
});
