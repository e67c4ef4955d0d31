import type { CaseInput, Feed, StepFeed } from '../case.js';
import type { Contract } from '../contract.js';
import { type Json, isJsonObject } from '../json/json.js';
import { withPart } from '../json/json-part.js';
import { pointerTokens } from '../json/json-pointer.js';
import { withQueryValue } from './query-place.js';
import type { LinkSpec, Operation } from '../operation.js';

/**
 * Converts a runtime expression into a JSON pointer into the body of a reply: `$response.body#/run_id` → `/run_id`
 * (OpenAPI 3.1 §4.8.20.3). `undefined` for other expressions.
 */
export function replyPointer(expression: string): string | undefined {
  return /^\$response\.body#(\/.+)$/.exec(expression)?.[1];
}

/** The path or query arguments that get their values from the body of a reply, by a link. */
export function linkFeeds({ parameters }: LinkSpec, location: Feed['in']): readonly Feed[] {
  return [...parameters].flatMap(([name, expression]) => {
    const pointer = replyPointer(expression);
    const [, qualifier, bare = name] = /^(path|query)\.(.+)$/s.exec(name) ?? [];
    return pointer === undefined || (qualifier !== undefined && qualifier !== location)
      ? []
      : [{ in: location, name: bare, pointer }];
  });
}

/**
 * The query argument for the next page, if a link from the operation to itself sets such an argument (OpenAPI 3.1
 * §4.8.20).
 */
export function linkedNext({ id, responses }: Operation): Feed | undefined {
  const links = responses.flatMap((response) => response.links).filter(({ operation }) => operation === id);
  return links.flatMap((link) => linkFeeds(link, 'query'))[0];
}

/** A copy of `input` in which the argument, or the member of the body, to which `feed` refers has the given value. */
export function fedInput(
  input: CaseInput,
  feed: Pick<StepFeed, 'in' | 'name' | 'within' | 'at'>,
  value: Json,
): CaseInput {
  if (feed.at !== undefined) return { ...input, body: withPart(input.body ?? null, pointerTokens(feed.at), value) };
  if (feed.in === 'body')
    return { ...input, body: withQueryValue(isJsonObject(input.body) ? input.body : {}, feed, value) };
  return { ...input, [feed.in]: withQueryValue(input[feed.in], feed, value) };
}

/**
 * The query parameters that accept only values which the service has returned before, such as cursors. The contract
 * marks them as `issued`, or the only source of their values is a link from the operation to itself.
 */
export function issuedParameters(
  { operations }: Pick<Contract, 'operations'>,
  operation: Operation,
): ReadonlySet<string> {
  const stated = operation.parameters.filter(({ issued }) => issued === true).map(({ name }) => name);
  const own = linkedNext(operation)?.name;
  const isOthers = operations.some(
    ({ id, responses }) =>
      id !== operation.id &&
      responses
        .flatMap(({ links }) => links)
        .some((link) => link.operation === operation.id && linkFeeds(link, 'query').some(({ name }) => name === own)),
  );
  return new Set(own === undefined || isOthers ? stated : [...stated, own]);
}
