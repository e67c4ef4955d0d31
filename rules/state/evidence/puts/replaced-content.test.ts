import { expect, it } from 'vitest';
import { contractOf } from '../../../../contract/fixtures/contracts.js';
import type { JsonObject } from '../../../../contract/json/json.js';
import type { Observation } from '../../../../surfaces/observation.js';
import { contextOf, replied, trialOf } from '../../../fixtures/trials.js';
import { replaced } from '../../items/replaced.js';

interface Given {
  /**
   * What a read returns after each of the three PUTs. The PUTs send `{ theme: 'x' }`, `{ theme: 'y', sign: 'a' }` and
   * `{ theme: 'x' }`.
   */
  readonly reads: readonly JsonObject[];
  readonly required?: readonly string[];
  readonly description?: string;
  /** The schema of the content. Default: an object with the members `theme` and `sign`. */
  readonly schema?: JsonObject;
  /** True if the PUT creates the content, at a path that the client chooses. */
  readonly creates?: true;
}

async function kinds(given: Given): Promise<readonly string[] | undefined> {
  const { reads, required = ['theme'], description = '', creates } = given;
  const properties = { theme: { type: 'string' }, sign: { type: 'string' } };
  const schema = given.schema ?? { type: 'object', required, properties };
  const content = { content: { 'application/json': { schema } } };
  const responses = {
    '200': { description: '', ...content },
    ...(creates && { '201': { description: '', ...content } }),
  };
  const parameters = creates ? [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }] : [];
  const contract = await contractOf({
    paths: {
      [creates ? '/settings/{key}' : '/settings']: {
        parameters,
        get: { operationId: 'read', responses },
        put: { operationId: 'store', description, requestBody: content, responses },
      },
    },
  });
  const path = creates ? { path: { key: 'a' } } : {};
  const seen = (operation: string, id: string, value: JsonObject, input: JsonObject): Observation =>
    trialOf(contract, operation, { ...path, ...input }, [{ response: replied(200, value) }], { id })
      .observations[0] as Observation;
  const bodies: readonly JsonObject[] = [{ theme: 'x' }, { theme: 'y', sign: 'a' }, { theme: 'x' }];
  const steps = reads.flatMap((value, index) => {
    const body = bodies.at(index - reads.length) ?? {};
    return [seen('store', `put-${index}`, value, { body }), seen('read', `read-${index}`, value, {})];
  });
  const last = { ...(steps.at(-1) as Observation), earlier: steps.slice(0, -1) };
  const trial = { ...trialOf(contract, 'read', path, []), observations: [last] };
  return replaced.check(trial, contextOf(contract))?.map(({ kind }) => kind);
}

const texts = { type: 'string' };
const MAP = { type: 'object', additionalProperties: texts };
const PATTERNS = { type: 'object', patternProperties: { '^s': texts, '^t': texts }, additionalProperties: false };

const [LEAN, FULL, KEPT] = [{ theme: 'x' }, { theme: 'y', sign: 'a' }, { theme: 'x', sign: 'a' }];

it.each<[string, Given, readonly string[] | undefined]>([
  ['the omitted member is gone', { reads: [LEAN, FULL, LEAN] }, []],
  ['the omitted member is kept', { reads: [LEAN, FULL, KEPT] }, ['kept-by-put']],
  [
    'the service assigns a value to the omitted member',
    { reads: [{ ...LEAN, sign: '-' }, FULL, { ...LEAN, sign: '-' }] },
    [],
  ],
  [
    'the earlier value is kept in place of the assigned value',
    { reads: [{ ...LEAN, sign: '-' }, FULL, KEPT] },
    ['kept-by-put'],
  ],
  ['the service assigns the earlier value to the omitted member', { reads: [KEPT, FULL, KEPT] }, undefined],
  ['no earlier read shows the value that the service assigns', { reads: [FULL, KEPT] }, undefined],
  ['the body of the PUT has no required member', { reads: [LEAN, FULL, KEPT], required: [] }, undefined],
  [
    'a PUT that may create, and requires no member, keeps an omitted member',
    { reads: [LEAN, FULL, KEPT], required: [], creates: true },
    ['kept-by-put'],
  ],
  [
    'a PUT that may create, and requires no member, removes an omitted member',
    { reads: [LEAN, FULL, LEAN], required: [], creates: true },
    [],
  ],
  ['an omitted key of a map is kept', { reads: [LEAN, FULL, KEPT], schema: MAP, creates: true }, ['kept-by-put']],
  ['an omitted key of a map is gone', { reads: [LEAN, FULL, LEAN], schema: MAP, creates: true }, []],
  [
    'an omitted member whose name matches a pattern is kept',
    { reads: [LEAN, FULL, KEPT], schema: PATTERNS, creates: true },
    ['kept-by-put'],
  ],
  [
    'no schema describes the omitted member',
    { reads: [LEAN, FULL, KEPT], schema: { type: 'object' }, creates: true },
    undefined,
  ],
  [
    'an omitted key of a map is kept by a PUT that cannot create',
    { reads: [LEAN, FULL, KEPT], schema: MAP },
    undefined,
  ],
  [
    'a PUT that may create is described as a merge',
    { reads: [LEAN, FULL, KEPT], schema: MAP, creates: true, description: 'Merges the members.' },
    undefined,
  ],
  ['the PUT is described as a merge', { reads: [LEAN, FULL, KEPT], description: 'Keeps other members.' }, undefined],
  ['the PUT stores nothing', { reads: [LEAN, FULL, FULL] }, undefined],
])('a PUT omits a member of content that no POST creates: %s (violations: $2)', async (_, given, want) => {
  expect(await kinds(given)).toEqual(want);
});
