import { OTHER_FAILURE, TRANSPORT_FAILURE } from '../failure-table.js';
import type { PythonModel } from './python-model.js';

/** `errors.py`: an error class for each status of the failure table, such as `NotFoundError` for 404. */
export function renderErrors({ failures }: PythonModel): string {
  const classes = failures.map(
    ({ status, error, problem }) =>
      `class ${error}(${OTHER_FAILURE.error}):\n    """${status} \`\`${problem}\`\`."""\n`,
  );
  const rows = failures.map(({ status, error }) => `    ${status}: ${error},\n`).join('');
  return `
from typing import Any, Dict, Mapping, Optional, Type


class ${OTHER_FAILURE.error}(Exception):
    """The reply is not the documented success.

    \`\`status\`\` is the HTTP status, \`\`problem\`\` the problem document (RFC 9457), and \`\`headers\`\` have lower-case names.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], headers: Optional[Mapping[str, str]] = None) -> None:
        summary = problem.get("title") or problem.get("detail") or problem.get("type") or ""
        super().__init__(f"{status} {summary}".rstrip())
        self.status = status
        self.problem = problem
        self.headers: Mapping[str, str] = headers or {}


${classes.join('\n\n')}

class ${TRANSPORT_FAILURE.error}(Exception):
    """No reply arrived, or no valid HTTP response. The service may have processed the request.

    \`\`code\`\` is \`\`connection\`\`, \`\`timeout\`\` or \`\`reply-too-large\`\`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


_BY_STATUS: Dict[int, Type[${OTHER_FAILURE.error}]] = {
${rows}}


def error_for_status(status: int, problem: Mapping[str, Any], headers: Optional[Mapping[str, str]] = None) -> ${OTHER_FAILURE.error}:
    """The error for a reply with this status: the class of the status, or \`\`${OTHER_FAILURE.error}\`\` if the status has none."""
    return _BY_STATUS.get(status, ${OTHER_FAILURE.error})(status, problem, headers)
`;
}
