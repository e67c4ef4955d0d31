import type { Json } from '../../contract/json/json.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { ToleranceName } from '../../rules/values/tolerances.js';
import type { Setup } from './miniature-run.js';
import { withOutcome } from './surface.js';
import { withReply, withoutUnknown, reversed } from './tolerated-steps.js';

/**
 * Changes of a reply, or of the value that the caller gets, that keep the meaning of the reply. They must cause no
 * finding.
 */
export const TOLERATED_REPLIES: readonly (readonly [name: string, setup: Setup, tolerance?: ToleranceName])[] = [
  [
    'a caller does not receive members that no schema names',
    { workload: 'replies', unknownMembers: 'lost', surface: withOutcome(withoutUnknown) },
    'unknown-members',
  ],
  [
    'the media type of a reply has a charset',
    {
      service: withReply((reply) => ({
        ...reply,
        headers: reply.headers.map(([name, value]) => [
          name,
          name === 'Content-Type' ? `${value}; charset=utf-8` : value,
        ]),
      })),
    },
  ],
  [
    'header names of a reply are in lower case',
    {
      service: withReply((reply) => ({
        ...reply,
        headers: reply.headers.map(([name, value]) => [name.toLowerCase(), value]),
      })),
    },
  ],
  [
    'a list in a reply header is split into two header lines',
    {
      service: withReply((reply) => ({
        ...reply,
        headers: reply.headers.flatMap(([name, value]) =>
          name === 'X-Facets' ? value.split(', ').map((part) => [name, part] as const) : [[name, value] as const],
        ),
      })),
    },
  ],
  [
    'a reply has undocumented headers',
    {
      service: withReply((reply) => ({
        ...reply,
        headers: [...reply.headers, ['ETag', '"7"'], ['Set-Cookie', 'session=7']],
      })),
    },
  ],
  [
    'the members of a reply are in a different order, with white space',
    {
      service: withReply((reply) =>
        reply.body.byteLength === 0
          ? reply
          : {
              ...reply,
              body: Buffer.from(
                JSON.stringify(reversed(JSON.parse(Buffer.from(reply.body).toString()) as Json), null, 2),
              ),
            },
      ),
    },
  ],
  [
    'one of two instances of a service adds white space to its replies',
    {
      service: (respond, lane) =>
        lane === 1
          ? withReply((reply) => ({
              ...reply,
              body: Buffer.concat([reply.body, Buffer.from(reply.body.byteLength === 0 ? '' : ' \n')]),
            }))(respond, lane)
          : respond,
    },
  ],
  [
    'a problem has the member `instance`',
    {
      service: (respond, lane) =>
        withReply((reply) =>
          isSuccess(reply.status) || reply.body.byteLength === 0
            ? reply
            : {
                ...reply,
                body: Buffer.from(
                  Buffer.from(reply.body).toString().replace(/\}$/, `,"instance":"urn:request:${lane}"}`),
                ),
              },
        )(respond, lane),
    },
  ],
];
