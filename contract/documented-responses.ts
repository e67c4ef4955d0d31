import type { Operation } from './operation.js';

/** Whether an operation documents a status by its code. A range such as `4XX`, or `default`, does not count. */
export function documentsStatus({ responses }: Operation, status: number): boolean {
  return responses.some((response) => response.status === String(status));
}

/** Whether a success of an operation documents a header. `name` is in lower case. */
export function documentsHeader({ responses }: Operation, name: string): boolean {
  return responses.some(
    ({ status, headers }) => status.startsWith('2') && headers.some((header) => header.name.toLowerCase() === name),
  );
}

/**
 * The name of the path parameter that identifies the items that a PUT operation creates. `undefined` unless the
 * operation documents 201, the status for a created item (RFC 9110 §9.3.4).
 */
export function createdByPut(operation: Operation): string | undefined {
  const [, name] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
  return operation.method === 'put' && documentsStatus(operation, 201) ? name : undefined;
}
