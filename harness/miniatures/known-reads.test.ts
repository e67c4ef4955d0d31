import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { headerValue } from '../../contract/wire/message.js';
import { problem, reply } from './notes-service.js';
import { type WrittenService, empty, foundIn, inPath, json } from './written-service.js';

const TEXT = { type: 'string' };
const REPOSITORY = { type: 'object', required: ['name'], properties: { name: TEXT, reads: { type: 'integer' } } };
const IF_NONE_MATCH = { name: 'If-None-Match', in: 'header', schema: TEXT };

/**
 * The contract of repositories, and of a list of topics that no operation creates. `parameters` are the parameters of
 * both reads, and `tagged` are the headers of the response 304.
 */
function paths(parameters: readonly JsonObject[], tagged: JsonObject): JsonObject {
  const headers = { ETag: { schema: TEXT } };
  const responses = (schema: JsonObject): JsonObject => ({
    200: { description: '', headers, ...json(schema) },
    304: { description: '', headers: tagged },
    404: { description: '' },
  });
  return {
    '/repos/{owner}/{repo}': {
      parameters: [inPath('owner'), inPath('repo')],
      get: { operationId: 'read', parameters: [...parameters], responses: responses(REPOSITORY) },
    },
    '/topics': {
      get: { operationId: 'list', parameters: [...parameters], responses: responses({ type: 'array', items: TEXT }) },
    },
  };
}

/**
 * How the service answers a read with `If-None-Match`. `right`: correctly. `never` and `always`: it answers 304 never
 * or always. `first-only`: it reads only the first entity tag of a list. `no-star`: it ignores `*`. `other-tag` and
 * `without-tag`: its 304 has a different tag or none. `counted`: the tag changes with each read.
 */
type Way = 'right' | 'never' | 'always' | 'first-only' | 'no-star' | 'other-tag' | 'without-tag' | 'counted';

const service =
  (way: Way): WrittenService =>
  () => {
    let reads = 0;
    return ({ segments, headers }) => {
      const [, owner, repo] = segments;
      if (segments[0] === 'repos' && (owner !== 'octo' || repo !== 'hello')) return problem(404);
      reads += 1;
      // A counter in the representation changes its tag with each read.
      const tag = way === 'counted' ? `"${reads}"` : `"${segments[0] ?? ''}-1"`;
      const given = headerValue(headers, 'if-none-match');
      const tags = (given ?? '').split(',').map((each) => each.trim());
      const known =
        way === 'first-only' ? tags.slice(0, 1) : way === 'no-star' ? tags.filter((each) => each !== '*') : tags;
      const isSame = known.includes(tag) || known.includes('*') || (way === 'always' && given !== undefined);
      if (isSame && way !== 'never')
        return empty(304, way === 'without-tag' ? [] : [['ETag', way === 'other-tag' ? '"other"' : tag]]);
      const value: Json = segments[0] === 'repos' ? { name: 'hello', reads: way === 'counted' ? reads : 1 } : ['a'];
      return reply(200, value, [['ETag', tag]]);
    };
  };

const RETURNED = ['state/conditional-requests unmodified-returned'];
const TAGGED = { ETag: { schema: TEXT } };

it.each<[Way, readonly JsonObject[], JsonObject, readonly string[]]>([
  ['right', [IF_NONE_MATCH], {}, []],
  ['right', [], TAGGED, []],
  ['counted', [IF_NONE_MATCH], {}, []],
  ['without-tag', [IF_NONE_MATCH], {}, []],
  ['without-tag', [IF_NONE_MATCH], TAGGED, ['state/conditional-requests unmodified-other-tag']],
  ['other-tag', [IF_NONE_MATCH], {}, ['state/conditional-requests unmodified-other-tag']],
  ['never', [IF_NONE_MATCH], {}, RETURNED],
  ['never', [], {}, RETURNED],
  ['first-only', [], {}, RETURNED],
  ['no-star', [IF_NONE_MATCH], {}, RETURNED],
  ['always', [IF_NONE_MATCH], {}, ['state/conditional-requests modified-hidden']],
])(
  'conditional reads of resources that no operation creates: a service of the kind %s, with the parameters %j and the headers %j of the 304 → $3',
  async (way, more, tagged, want) => {
    const known = { owner: ['octo'], repo: ['hello'] };
    expect(await foundIn(paths(more, tagged), service(way), { known })).toEqual(want);
  },
);
