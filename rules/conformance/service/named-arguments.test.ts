import { expect, it } from 'vitest';
import type { Json } from '../../../contract/json/json.js';
import { contextOf, replied, things, trialOf } from '../../fixtures/trials.js';
import { namedArguments } from './named-arguments.js';

/**
 * Calls an operation with this identifier, which is answered with this body. Returns the first parameter whose value
 * `namedArguments` finds in the body, and the text of the body.
 */
async function named(identifier: string, body: Json): Promise<string | undefined> {
  const contract = await things();
  const trial = trialOf(contract, 'getThing', { path: { thing_id: identifier } }, [{}]);
  const [found] = namedArguments(trial, contextOf(contract).contract, replied(500, body));
  const [place, name, , text] = found === undefined ? [] : (JSON.parse(found) as readonly string[]);
  return found === undefined ? undefined : `${place} ${name}: ${text}`;
}

it.each<[string, string, Json, string | undefined]>([
  ['the value at the start', 'a', { detail: 'a: No such file' }, 'path thing_id: *: No such file'],
  ['the value in quotes', 'abc', { message: "Cannot open 'abc' (code 2)" }, 'path thing_id: Cannot open * (code *)'],
  ['the value in a path', 'abc', { detail: 'at /srv/abc\nfailed' }, 'path thing_id: at /srv/*\nfailed'],
  ['the value twice', 'abc', { detail: 'abc: no "abc"' }, 'path thing_id: *: no *'],
  ['no value, because it occurs only as an unquoted word', 'a', { detail: 'Internal error in a handler' }, undefined],
  ['no value, because it occurs only within a word', 'a', { title: 'Internal Server Error' }, undefined],
  ['no value, because the reply does not contain it', 'abc', { detail: 'Internal Server Error' }, undefined],
  ['no value, because the reply has no text of an error', 'abc', ['abc'], undefined],
])('finds the parameter whose value a server error quotes: the reply has %s', async (_, identifier, body, want) => {
  expect(await named(identifier, body)).toBe(want);
});
