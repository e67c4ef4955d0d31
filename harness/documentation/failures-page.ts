import {
  CLIENT_EXIT,
  FAILURES,
  OTHER_FAILURE,
  PROBLEM_TYPE_PREFIX,
  TRANSPORT_CODES,
  TRANSPORT_FAILURE,
} from '../../surfaces/failure-table.js';
import { generatedFrom, table } from './markdown.js';

/** `docs/failures.md`: how each kind of surface reports a failure. */
export function failuresPage(): string {
  const listed = FAILURES.map(({ status, problem, error, exitCode }) => [
    String(status),
    `\`${PROBLEM_TYPE_PREFIX}${problem}\``,
    `\`${error}\``,
    String(exitCode),
  ]);
  const others = [
    [
      'any other status outside 2xx, or unexpected content of a 2xx reply',
      '',
      `\`${OTHER_FAILURE.error}\``,
      String(OTHER_FAILURE.exitCode),
    ],
    ['no reply, or an invalid HTTP reply', '', `\`${TRANSPORT_FAILURE.error}\``, String(TRANSPORT_FAILURE.exitCode)],
  ];
  const codes = TRANSPORT_CODES.map((code) => `\`${code}\``).join(', ');
  const unsent = [
    ['success (2xx)', String(CLIENT_EXIT.ok)],
    ['wrong flags or arguments: no request was sent', String(CLIENT_EXIT.usage)],
    ['a human gate was denied: no request was sent', String(CLIENT_EXIT.gateDenied)],
    ['a human gate was not answered: no request was sent', String(CLIENT_EXIT.gateUnanswered)],
  ];
  return `${[
    generatedFrom('surfaces/failure-table.ts'),
    '# Failures',
    'The check expects these exit codes of a command line, unless `exitCodes` of the surface states others (see [surfaces](surfaces.md#other-conventions)). Generated SDKs throw these errors, and generated services answer with these problem types (RFC 9457).',
    table(['status', 'problem type', 'error of an SDK', 'exit code'], [...listed, ...others]),
    `A \`${TRANSPORT_FAILURE.error}\` of a generated SDK has a \`code\`: ${codes}. \`timeout\` means that the time limit of the call ended. If the errors of another SDK have this class and these codes, the check expects them too.`,
    'The other exit codes of a command line:',
    table(['end of the command', 'exit code'], unsent),
  ].join('\n\n')}\n`;
}
