import { OTHER_FAILURE, TRANSPORT_FAILURE } from '../../failure-table.js';
import { quoted } from '../../generation/typescript-literal.js';
import { documentation } from './documentation.js';
import type { SdkModel } from '../../sdk/sdk-model.js';

/** `errors.ts`: an error class for each status of the failure table, such as `NotFoundError` for 404. */
export function renderErrors(model: SdkModel): string {
  return [PROBLEM, apiError(), ...model.failures.map(subclass), transportError(), lookup(model)].join('\n');
}

const PROBLEM = `/** A problem document (RFC 9457). */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly [member: string]: unknown;
}
`;

function apiError(): string {
  return `/** The reply is not the documented success. \`status\` is the HTTP status, \`headers\` have lower-case names. */
export class ${OTHER_FAILURE.error} extends Error {
  override readonly name: string = ${quoted(OTHER_FAILURE.error)};
  readonly status: number;
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, problem: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(\`\${status} \${problem.title ?? problem.detail ?? problem.type ?? ''}\`.trimEnd());
    this.status = status;
    this.problem = problem;
    this.headers = headers;
  }
}
`;
}

function subclass({ status, error, problem }: SdkModel['failures'][number]): string {
  return `${documentation([`${status} \`${problem}\`.`])}export class ${error} extends ${OTHER_FAILURE.error} {
  override readonly name = ${quoted(error)};
}
`;
}

function transportError(): string {
  return `/** No reply arrived, or no valid HTTP response. The service may have processed the request. */
export class ${TRANSPORT_FAILURE.error} extends Error {
  override readonly name = ${quoted(TRANSPORT_FAILURE.error)};
  readonly code: 'connection' | 'timeout' | 'reply-too-large';

  constructor(code: 'connection' | 'timeout' | 'reply-too-large', message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
`;
}

function lookup(model: SdkModel): string {
  const rows = model.failures.map(({ status, error }) => `  [${status}, ${error}],\n`).join('');
  return `const BY_STATUS = new Map<number, typeof ${OTHER_FAILURE.error}>([
${rows}]);

/**
 * The error for a reply with this status: the class of the status, or \`${OTHER_FAILURE.error}\` if the status has
 * none.
 */
export function errorForStatus(status: number, problem: Problem, headers?: Readonly<Record<string, string>>): ${OTHER_FAILURE.error} {
  const Known = BY_STATUS.get(status) ?? ${OTHER_FAILURE.error};
  return new Known(status, problem, headers);
}
`;
}
