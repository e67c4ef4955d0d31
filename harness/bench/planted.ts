import type { Case, CaseInput, PriorCall } from '../../contract/case.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';

/**
 * A fault that a surface could have, and the smallest case that reveals the fault. `shows` returns true for each case
 * that reveals the fault.
 */
export interface Planted {
  readonly name: string;
  readonly operation: string;
  readonly shows: (candidate: Case) => boolean;
  readonly smallest: Smallest;
  /**
   * The number of cases of the operation that must run earlier in the session. Without them, the fault does not appear.
   */
  readonly preceding?: number;
  /** Pointer to the faulty value. Default: the input. */
  readonly pointer?: string;
}

type Smallest = Pick<Case, 'input'> & { readonly before?: readonly PriorCall[]; readonly after?: readonly CaseInput[] };

/**
 * Faults that depend on one or two of these properties of a value: its presence, its count, its characters and its
 * size.
 */
const FIRST: readonly Planted[] = [
  creating('null is dropped', ({ note }) => note === null, { note: null }),
  creating('a label with a dot in its name', ({ labels }) => namesOf(labels).some((name) => name.includes('.')), {
    labels: { 'a.': '' },
  }),
  creating('two tags', ({ tags }) => Array.isArray(tags) && tags.length >= 2, { tags: ['', 'a'] }),
  creating('an integer of more than 32 bits', ({ quantity }) => Number(quantity) > 2_147_483_647, {
    quantity: 2_147_483_648,
  }),
  creating('cents', ({ price }) => isFraction(price), { price: 0.1 }),
  creating('non-ASCII characters', ({ name }) => /[^ -~]/.test(text(name)), { name: 'é' }),
  creating('two members in one body', (body) => Object.hasOwn(body, 'note') && Object.hasOwn(body, 'tags'), {
    note: '',
    tags: [],
  }),
  creating('a source of one of two kinds', ({ source }) => isJsonObject(source) && source['kind'] === 'import', {
    source: { kind: 'import', file: 'a', row: 1 },
  }),
  fetching('a slash in a path', (id) => id.includes('/'), 'a/a'),
  listing('a limit over fifty', (query) => Number(query['limit']) > 50, { limit: 51 }),
];

/** Faults whose cause a reader recognises only if the input of the case is simple. */
const READABLE: readonly Planted[] = [
  creating('rounding to integers', ({ price }) => typeof price === 'number' && Math.round(price) !== price, {
    price: 0.5,
  }),
  creating('rounding to one decimal', ({ price }) => typeof price === 'number' && Number(price.toFixed(1)) !== price, {
    price: 0.01,
  }),
  creating(
    'beyond single precision',
    ({ quantity }) => typeof quantity === 'number' && Math.fround(quantity) !== quantity,
    {
      quantity: 16_777_217,
    },
  ),
  creating('a minus is dropped', ({ quantity }) => Number(quantity) < 0, { quantity: -1 }),
  creating('a joiner is dropped', ({ name }) => text(name).includes('\u200D'), { name: '\u200D' }),
  creating('any name', ({ name }) => text(name) !== '', {}),
  creating('any note', ({ note }) => text(note) !== '', { note: 'a' }),
  creating('the string NaN', ({ name }) => name === 'NaN', { name: 'NaN' }),
  creating('blanks are trimmed', ({ name }) => text(name).trim() !== text(name), { name: ' ' }),
  creating('a name of more than twenty bytes', ({ name }) => Buffer.byteLength(text(name)) > 20, {
    name: 'a'.repeat(21),
  }),
  creating('an integer beyond 2^53 in a string', ({ serial }) => Number(text(serial)) > Number.MAX_SAFE_INTEGER, {
    serial: '9007199254740992',
  }),
  creating('any label', ({ labels }) => namesOf(labels).length > 0, { labels: { a: 'a' } }),
  creating(
    'a capital letter in the name of a label',
    ({ labels }) => namesOf(labels).some((name) => /[A-Z]/.test(name)),
    {
      labels: { A: 'a' },
    },
  ),
  creating('any date', ({ due_on: date }) => date !== undefined, { due_on: '2000-01-01' }),
  creating('a leap day', ({ due_on: date }) => text(date).endsWith('-02-29'), { due_on: '2000-02-29' }),
  creating('a date before 1970', ({ due_on: date }) => text(date) !== '' && text(date) < '1970', {
    due_on: '1969-01-01',
  }),
  creating('any instant', ({ observed_at: time }) => time !== undefined, { observed_at: '2000-01-01T00:00:00Z' }),
  creating('an offset', ({ observed_at: time }) => /[+-]\d\d:\d\d$/.test(text(time)), {
    observed_at: '2000-01-01T00:00:00+00:00',
  }),
  creating('fractions of a second', ({ observed_at: time }) => text(time).includes('.'), {
    observed_at: '2000-01-01T00:00:00.5Z',
  }),
  creating('any status', ({ status }) => status !== undefined, { status: 'draft' }),
  creating('any unit', ({ size }) => isJsonObject(size), { size: { width: 1, height: 1, unit: 'mm' } }),
  creating('any source', ({ source }) => isJsonObject(source), { source: { kind: 'manual', author: 'a' } }),
  creating('many digits', ({ serial }) => text(serial).length >= 17, { serial: '1'.repeat(17) }),
  fetching('a percent sign', (id) => id.includes('%'), 'a%a'),
  fetching('a slash at the end of an identifier', (id) => id.endsWith('/'), 'aa/'),
  fetching('any identifier', () => true, 'aaa'),
  { ...listing('a member of an item in a list', () => true, { limit: 1 }), pointer: '/response/body/items/7/name' },
  {
    name: 'the event stream of any run',
    operation: 'streamRunEvents',
    shows: ({ setup }) => setup !== undefined,
    smallest: {
      input: { path: { run_id: 'aaa' } },
      before: [
        {
          operation: 'runScienceLoop' as PriorCall['operation'],
          input: { body: { run_id: 'aaa', objective: 'sphere', dimensions: 1, seed: 0 } },
        },
      ],
    },
  },
  {
    ...creating('an earlier call with a note', () => true, {}),
    preceding: 4,
    shows: ({ precedingCalls }) => precedingCalls?.some(({ input }) => Object.hasOwn(bodyOf(input), 'note')) === true,
    smallest: { input: { body: { name: 'a' } }, after: [{ body: { name: 'a', note: 'a' } }] },
  },
  {
    ...creating('null after unrelated calls', () => true, { note: null }),
    preceding: 4,
    shows: ({ input }) => bodyOf(input)['note'] === null,
  },
];

export const PLANTED: readonly Planted[] = [...FIRST, ...READABLE];

function creating(name: string, shows: (body: JsonObject) => boolean, members: JsonObject): Planted {
  return {
    name,
    operation: 'createItem',
    shows: ({ input }) => isJsonObject(input.body) && shows(input.body),
    smallest: { input: { body: { name: 'a', ...members } } },
  };
}

function fetching(name: string, shows: (id: string) => boolean, smallest: string): Planted {
  return {
    name,
    operation: 'getItem',
    shows: ({ input }) => shows(text(input.path?.['item_id'])),
    smallest: { input: { path: { item_id: smallest } } },
  };
}

function listing(name: string, shows: (query: JsonObject) => boolean, query: JsonObject): Planted {
  return {
    name,
    operation: 'listItems',
    shows: ({ input }) => shows(input.query ?? {}),
    smallest: { input: { query } },
  };
}

function bodyOf({ body }: CaseInput): JsonObject {
  return isJsonObject(body) ? body : {};
}

function namesOf(value: Json | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isFraction(value: Json | undefined): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}
