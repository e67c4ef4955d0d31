import { beforeAll, expect, it } from 'vitest';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { RequestMessage } from '../../../contract/wire/message.js';
import { type Wrap, findings } from '../../miniatures/miniature-run.js';
import { type Workload, notesWorkload } from '../../miniatures/workloads.js';

let notes: Workload;
beforeAll(async () => {
  notes = await notesWorkload(['boundary', 'invalid']);
});

/** Whether the service refuses a body member with this name and this string. */
type Refuses = (name: string, text: string) => boolean;

/** A service that refuses a request if one of the functions returns true for a member of its body. */
function refusing(...all: readonly Refuses[]): Wrap {
  return (respond) => (request) => {
    const refused = membersOf(request).filter(
      ([name, value]) => typeof value === 'string' && all.some((refuses) => refuses(name, value)),
    );
    if (refused.length === 0) return respond(request);
    // To refuse a request, the service receives an empty object instead, so it creates nothing.
    const reply = respond({ ...request, body: Buffer.from('{}') });
    if (reply.kind !== 'response' || reply.status !== 422) return reply;
    const errors = refused.map(([name]) => ({ pointer: `/body/${name}`, detail: 'not permitted' }));
    const problem = { type: 'urn:problem-type:invalid-input', title: 'Invalid', status: 422, errors };
    return { ...reply, body: Buffer.from(JSON.stringify(problem)) };
  };
}

function membersOf({ body }: RequestMessage): readonly (readonly [string, Json])[] {
  try {
    const value = JSON.parse(Buffer.from(body).toString()) as Json;
    return isJsonObject(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

/** The `maxLength` of the two string members in the contract. */
const MOST = 40;
const isTooLong: Refuses = (name, text) => (name === 'title' || name === 'text') && text.length > MOST;
const hasWide: Refuses = (_, text) => /[\u{10000}-\u{10FFFF}]/u.test(text);
const isNarrow: Refuses = (name, text) => name === 'title' && /[^\0-~]/.test(text);

it.each<[string, readonly Refuses[], readonly number[]]>([
  ['strings that are too long in UTF-16 units are one cause in all members', [isTooLong], [MOST]],
  ['characters beyond U+FFFF are one cause in all members', [hasWide], [1]],
  ['two causes stay separate, even if the same characters show both', [isTooLong, isNarrow], [1, MOST]],
])('each cause of refused strings has one finding: %s', async (_, faults, want) => {
  const all = await findings(notes, { service: refusing(...faults) });
  const lengths = all.map(({ finding: { rule, counterexample } }) => {
    expect(rule).toBe('conformance/valid-accepted');
    const texts = Object.values((counterexample?.input.body ?? {}) as Record<string, Json>);
    return Math.max(...texts.map((text) => (typeof text === 'string' ? [...text].length : 0)));
  });
  expect(lengths.toSorted((a, b) => a - b)).toEqual(want);
});
