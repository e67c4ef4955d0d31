import { isItemPath } from './path-relations.js';
import type { Operation, ResponseSpec } from './operation.js';

/** Whether an operation documents a status by its code. A range such as `4XX`, or `default`, does not count. */
export function documentsStatus({ responses }: Operation, status: number): boolean {
  return responses.some((response) => response.status === String(status));
}

/** Whether an operation documents a status: by its code, by a range such as `4XX`, or by `default`. */
export function coversStatus({ responses }: Operation, status: number): boolean {
  const range = `${Math.floor(status / 100)}XX`;
  return responses.some(({ status: each }) => [String(status), range, 'default'].includes(each.replace('xx', 'XX')));
}

/** The success responses that an operation documents: those with statuses such as `200`, or with the range `2XX`. */
export function successesOf({ responses }: Pick<Operation, 'responses'>): readonly ResponseSpec[] {
  return responses.filter(({ status }) => status.startsWith('2'));
}

/** The description of the response that an operation documents for exactly this status; empty if it documents none. */
export function descriptionOf({ responses }: Pick<Operation, 'responses'>, status: number): string {
  return responses.find((response) => response.status === String(status))?.description ?? '';
}

/** Whether a success response of an operation documents a header. `name` is in lower case. */
export function documentsHeader(operation: Operation, name: string): boolean {
  return successesOf(operation).some(({ headers }) => headers.some((header) => header.name.toLowerCase() === name));
}

/**
 * The name of the path parameter whose value identifies the item that a PUT creates. `undefined` unless the operation
 * documents 201, the status for a created item (RFC 9110 §9.3.4).
 */
export function createdByPut(operation: Operation): string | undefined {
  const [, name] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
  return operation.method === 'put' && documentsStatus(operation, 201) ? name : undefined;
}

/**
 * The name of the path parameter that identifies the item which a PUT may create. `undefined` if the operation creates
 * no item. A PUT that documents 201 creates items. A PUT without 201 may create items if its path has an earlier
 * parameter, no POST creates the items, and the PUT documents no success except 204. For example, `PUT
 * /notes/{id}/tags/{tag}` may answer 204 for every tag, and 404 only for an unknown note.
 */
export function mayBeCreatedByPut(operations: readonly Operation[], operation: Operation): string | undefined {
  const created = createdByPut(operation);
  const [, before = '', name] = /^(.*)\{([^{}]+)\}$/.exec(operation.path) ?? [];
  if (created !== undefined || operation.method !== 'put' || !before.includes('{')) return created;
  const successes = successesOf(operation);
  if (successes.some(({ status }) => status !== '204')) return undefined;
  const isPosted = operations.some(({ method, path }) => method === 'post' && isItemPath(operation.path, path));
  return isPosted ? undefined : name;
}

/**
 * Whether a request for an unknown item must be answered with 404. This is required if the operation documents 404 and
 * may not create the item.
 */
export function requiresItem(operations: readonly Operation[], operation: Operation): boolean {
  return documentsStatus(operation, 404) && mayBeCreatedByPut(operations, operation) === undefined;
}
