import { describe, expect, it } from 'vitest';
import { type Given, type GivenTrial, grouped } from '../../fixtures/grouped-trials.js';

const REJECTED: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body' };
const BACKEND = { blame: 'backend' } as const;
const REPLY: Given = { ...BACKEND, rule: 'conformance/response-body', pointer: '/response/body/tags' };
const SILENT: Given = {
  ...BACKEND,
  rule: 'conformance/no-server-error',
  kind: 'no-reply',
  pointer: '/response/status',
  cause: 'getThing',
};
const CUT: Given = { ...REPLY, kind: 'truncated', pointer: '/response/body' };
const FAILED: Given = { ...SILENT, kind: 'server-error', cause: 'makeThing' };
const NO_BODY: GivenTrial['expect'] = { kind: 'rejected', keyword: 'required', pointer: '/body' };
const EMPTY_FAILS: GivenTrial = { violations: [FAILED], isWithoutBody: true };
const MALFORMED_FAILS: GivenTrial = {
  violations: [{ ...FAILED, cause: 'raw body' }],
  raw: { fault: 'malformed-json' } as GivenTrial['raw'],
};

describe('server errors for malformed JSON are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a server error for malformed JSON forms one finding with a server error for an empty body',
      [MALFORMED_FAILS, { ...EMPTY_FAILS, expect: NO_BODY }],
      true,
    ],
    [
      'a server error for malformed JSON is a separate finding from a server error for a different invalid body',
      [MALFORMED_FAILS, { ...EMPTY_FAILS, expect: REJECTED }],
      false,
    ],
    [
      'a server error for malformed JSON is a separate finding from a server error for a valid body',
      [MALFORMED_FAILS, { ...EMPTY_FAILS, expect: NO_BODY }, { ...EMPTY_FAILS, body: {} }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('replies with a wrong length are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a reply with a wrong length forms one finding with truncated replies and unanswered calls',
      [{ violations: [SILENT] }, { violations: [CUT] }],
      true,
    ],
    [
      'a reply with a wrong length is a separate finding from a body that is not JSON',
      [{ violations: [SILENT] }, { violations: [{ ...CUT, kind: 'not-json' }] }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const OTHER_FAILED: Given = { ...FAILED, cause: 'orderThing' };
const MAYBE: GivenTrial['expect'] = { kind: 'accepted-or-absent' };
const UNKNOWN: GivenTrial['expect'] = { kind: 'absent' };
const OF_UNKNOWN = [
  { violations: [FAILED], expect: MAYBE },
  { violations: [FAILED], expect: UNKNOWN },
];
const OTHER_OF_UNKNOWN: readonly GivenTrial[] = [
  { violations: [OTHER_FAILED], expect: MAYBE, operation: 'orderThing' },
  { violations: [OTHER_FAILED], expect: UNKNOWN, operation: 'orderThing' },
];

const REMOVED = { sequence: true, isRemoved: true } as const;

describe('server errors for unknown items are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['a server error for unknown items is one fault for all operations', [...OF_UNKNOWN, ...OTHER_OF_UNKNOWN], true],
    [
      'a server error for unknown items is a separate fault if the operation also fails for known items',
      [...OF_UNKNOWN, ...OTHER_OF_UNKNOWN, { violations: [OTHER_FAILED], operation: 'orderThing' }],
      false,
    ],
    [
      'a server error for unknown items is a separate fault if the operation also fails for a created item',
      [...OF_UNKNOWN, ...OTHER_OF_UNKNOWN.map((trial) => ({ ...trial, sequence: true as const }))],
      false,
    ],
    [
      'a server error for unknown items is one fault if the operation also fails for a removed item',
      [...OF_UNKNOWN, ...OTHER_OF_UNKNOWN, ...OTHER_OF_UNKNOWN.map((trial) => ({ ...trial, ...REMOVED }))],
      true,
    ],
    [
      'a server error for unknown items is a separate fault if the operation also fails for valid input',
      [...OF_UNKNOWN, { violations: [OTHER_FAILED], operation: 'orderThing' }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const BLANK: GivenTrial = { violations: [FAILED], isWithoutBody: true, query: { filter: ' ' } };
const OTHER_BLANK: GivenTrial = { ...BLANK, violations: [OTHER_FAILED], operation: 'orderThing' };

describe('server errors for valid values of query parameters are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    ['the same value of the same parameter is one fault of two operations', [BLANK, OTHER_BLANK], true],
    ['another value is a separate fault', [BLANK, { ...OTHER_BLANK, query: { filter: 'a' } }], false],
    ['another parameter is a separate fault', [BLANK, { ...OTHER_BLANK, query: { sort: ' ' } }], false],
    [
      'a further parameter makes it a separate fault',
      [BLANK, { ...OTHER_BLANK, query: { filter: ' ', q: '' } }],
      false,
    ],
    ['no parameter makes it a separate fault', [BLANK, { ...OTHER_BLANK, query: {} }], false],
    [
      'another status is a separate fault',
      [
        { ...BLANK, violations: [{ ...FAILED, status: 500 }] },
        { ...OTHER_BLANK, violations: [{ ...OTHER_FAILED, status: 503 }] },
      ],
      false,
    ],
    [
      'an operation that also fails for an invalid body has a separate fault',
      [BLANK, OTHER_BLANK, { ...OTHER_BLANK, query: { filter: 'b' }, expect: REJECTED }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const TITLED: Given = { ...FAILED, message: 'The service answered 500, "Oops".' };
const OTHER_TITLED: Given = { ...TITLED, cause: 'orderThing' };

/** One trial for each place. The operation fails for a value of a wrong type there. */
function wrongTypes(violation: Given, places: readonly string[]): readonly GivenTrial[] {
  const { cause: operation = '' } = violation;
  return places.map((name) => ({
    violations: [{ ...violation, place: `${operation} type /body/${name}` }],
    expect: { kind: 'rejected', keyword: 'type', pointer: `/body/${name}` },
    operation,
  }));
}

describe('server errors for invalid inputs are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'operations that fail for each wrong type are one fault',
      [...wrongTypes(TITLED, ['a', 'b', 'c']), ...wrongTypes(OTHER_TITLED, ['d', 'e', 'f'])],
      true,
    ],
    [
      'an operation that fails for a wrong type at only two places is a separate fault',
      [...wrongTypes(TITLED, ['a', 'b', 'c']), ...wrongTypes(OTHER_TITLED, ['d', 'e'])],
      false,
    ],
    [
      'server errors with different titles are separate faults',
      [...wrongTypes(TITLED, ['a', 'b', 'c']), ...wrongTypes({ ...OTHER_TITLED, message: 'No.' }, ['d', 'e', 'f'])],
      false,
    ],
    [
      'an operation that also fails for valid inputs is a separate fault',
      [
        ...wrongTypes(TITLED, ['a', 'b', 'c']),
        ...wrongTypes(OTHER_TITLED, ['d', 'e', 'f']),
        { violations: [OTHER_TITLED], operation: 'orderThing' },
      ],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

describe('server errors of concurrent calls are grouped into findings', () => {
  const AT_ONCE: Given = {
    ...BACKEND,
    rule: 'state/replies-apart',
    kind: 'depends-on-other-calls',
    pointer: '/response/status',
    cause: 'calls at once',
    place: 'makeThing',
    received: 500,
  };
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'a server error of concurrent calls is one finding with a server error for a valid body',
      [{ violations: [FAILED] }],
      true,
    ],
    [
      'a server error of concurrent calls is a separate finding from a server error for an invalid body',
      [{ violations: [FAILED], expect: REJECTED }],
      false,
    ],
    [
      'a server error of concurrent calls is a separate finding from a server error of another operation',
      [{ violations: [{ ...FAILED, cause: 'orderThing' }], operation: 'orderThing' }],
      false,
    ],
  ])('%s (one finding: $2)', async (_, failed, isOne) => {
    expect(await grouped([...failed, { violations: [AT_ONCE] }])).toHaveLength(isOne ? 1 : 2);
  });
});

const OF_LABELS: GivenTrial['expect'] = { kind: 'rejected', keyword: 'type', pointer: '/body/labels/0' };
const failedAt = (shared: string | undefined, operation: string): GivenTrial => ({
  violations: [{ ...FAILED, cause: operation, ...(shared !== undefined && { shared }) }],
  expect: OF_LABELS,
  operation,
});

describe('server errors for invalid bodies are grouped into findings', () => {
  it.each<[string, readonly GivenTrial[], boolean]>([
    [
      'server errors of two operations are one finding if the bodies break the same keyword of the same schema',
      [failedAt('api.json#/Input/labels/type', 'makeThing'), failedAt('api.json#/Input/labels/type', 'orderThing')],
      true,
    ],
    [
      'server errors of two operations are two findings if the bodies break keywords of two schemas',
      [failedAt('api.json#/Input/labels/type', 'makeThing'), failedAt('api.json#/Patch/labels/type', 'orderThing')],
      false,
    ],
    [
      'server errors of two operations are two findings if the schema of the bodies is unknown',
      [failedAt(undefined, 'makeThing'), failedAt(undefined, 'orderThing')],
      false,
    ],
    [
      'server errors of two operations are two findings if a valid body gets a server error too',
      [
        failedAt('api.json#/Input/labels/type', 'makeThing'),
        failedAt('api.json#/Input/labels/type', 'orderThing'),
        { violations: [OTHER_FAILED], operation: 'orderThing' },
      ],
      false,
    ],
  ])('%s (one finding: $2)', async (_, trials, isOne) => {
    expect((await grouped(trials)).length).toBe(isOne ? 1 : 2);
  });
});

const NAMED: Given = { ...FAILED, members: ['query url *: No such file'], status: 500 };

it.each<[string, readonly GivenTrial[], number]>([
  [
    'that name the value of one parameter in the same text',
    [{ violations: [NAMED] }, { violations: [{ ...NAMED, cause: 'orderThing' }], operation: 'orderThing' }],
    1,
  ],
  [
    'that name the value of one parameter in different texts',
    [
      { violations: [NAMED] },
      { violations: [{ ...NAMED, cause: 'orderThing', members: ['query url *: too long'] }], operation: 'orderThing' },
    ],
    2,
  ],
  [
    'one of which names a value that two parameters have',
    [
      { violations: [NAMED] },
      {
        violations: [{ ...NAMED, cause: 'orderThing', members: ['path id *: No such file', ...(NAMED.members ?? [])] }],
        operation: 'orderThing',
      },
    ],
    1,
  ],
  [
    'that name no value',
    [{ violations: [FAILED] }, { violations: [{ ...FAILED, cause: 'orderThing' }], operation: 'orderThing' }],
    2,
  ],
])('server errors of two operations %s (findings: $2)', async (_, trials, want) => {
  expect(await grouped(trials)).toHaveLength(want);
});
