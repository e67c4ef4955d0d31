import type { RequestMessage } from '../../../contract/wire/message.js';
import type { WholeResponse } from '../../../surfaces/exchange.js';
import { reply } from '../notes-service.js';
import type { Wrap } from '../miniature-run.js';
import type { Reply } from '../workloads.js';

type Applies = (response: WholeResponse, request: RequestMessage) => boolean;

/** Wraps a service: changes its reply to a request if `applies` returns true. */
export function withReply(applies: Applies, change: (response: WholeResponse, request: RequestMessage) => Reply): Wrap {
  return (respond) => (request) => {
    const response = respond(request);
    return response.kind === 'response' && applies(response, request) ? change(response, request) : response;
  };
}

/** Wraps a service: changes each request before it reaches the service. */
export function withRequest(change: (request: RequestMessage) => RequestMessage): Wrap {
  return (respond) => (request) => respond(change(request));
}

export function problem(status: number, name: string): WholeResponse {
  return reply(status, { type: `urn:problem-type:${name}`, title: 'No.', status }, [], 'application/problem+json');
}

export function headed(response: WholeResponse, name: string, value: string | undefined): WholeResponse {
  const others = response.headers.filter(([known]) => known !== name);
  return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
}
