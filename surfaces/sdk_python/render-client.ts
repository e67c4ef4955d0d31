import { TRANSPORT_FAILURE } from '../failure-table.js';
import { type FieldModel, type ParameterModel, ownServers } from '../sdk/sdk-model.js';
import { annotation } from './annotation.js';
import type { ArgumentModel, MethodModel, PythonModel } from './python-model.js';
import { type Section, docstring, importOf, literal, quoted, tuple } from './python-text.js';

/** `client.py`: the table of operations, and the client class with one method for each operation. */
export function renderClient(model: PythonModel, library: string): string {
  const table = model.operations.map((operation) => `    ${quoted(operation.id)}: ${descriptor(operation)},\n`);
  const servers = ownServers(model.operations);
  const list = servers.length === 0 ? '' : `SERVERS: Tuple[str, ...] = ${tuple(servers.map(quoted))}\n\n`;
  const code = `${list}OPERATIONS: Dict[str, Operation] = ${table.length === 0 ? '{}' : `{\n${table.join('')}}`}


${clientClass(model, servers)}`;
  return `
from __future__ import annotations

from types import TracebackType
${importOf('typing', TYPING, code)}
${importOf(`${library}_omitted`, OMITTED, code)}${importOf(`${library}_operation`, OPERATION, code)}\
${importOf(`${library}_options`, ['RequestOptions', 'Token'], code)}from ${library}_transport import Transport
${model.operations.length === 0 ? '' : 'from . import types\n'}
${code}`;
}

const TYPING: readonly string[] = 'Any Dict Iterator Literal Mapping Optional Sequence Tuple Type Union cast'.split(
  ' ',
);
const OMITTED: readonly string[] = ['OMITTED', 'Omitted'];
const OPERATION: readonly string[] = ['Argument', 'Credential', 'Field', 'Operation', 'Parameter'];

const about = (servers: readonly string[]): readonly (string | Section)[] => [
  'An omitted argument is not sent; ``None`` is sent as ``null``. Several threads can share one client.',
  {
    heading: 'Args',
    entries: [
      ['base_url', 'Absolute http or https URL, with or without a path.'],
      ...serversEntry(servers),
      [
        'token',
        'Sent with every operation that needs a token. A function is called before each request, so that the token can be renewed.',
      ],
      ['timeout', 'Time limit of a whole call in seconds.'],
      ['headers', "Sent with every request; the operation's own headers override them."],
      ['max_reply_bytes', 'Limit of a reply in bytes.'],
    ],
  },
  { heading: 'Raises', entries: [['ValueError', 'The base URL, the token or the headers cannot be sent.']] },
];

function serversEntry(servers: readonly string[]): readonly (readonly [string, string])[] {
  if (servers.length === 0) return [];
  const urls = servers.map((url) => `\`\`${url}\`\``).join(', ');
  return [
    [
      'servers',
      `Base URLs of the servers that only some operations have: ${urls}. A server without an entry uses the base URL.`,
    ],
  ];
}

function clientClass(model: PythonModel, servers: readonly string[]): string {
  const [parameter, passed] =
    servers.length === 0
      ? ['', '']
      : ['        servers: Optional[Mapping[str, str]] = None,\n', ', servers=servers, known_servers=SERVERS'];
  return `class Client:
${docstring([`Client of the ${model.title}.`, ...about(servers)], '    ')}
    def __init__(
        self,
        base_url: str,
        *,
${parameter}        token: Token = None,
        timeout: float = 30.0,
        headers: Optional[Mapping[str, str]] = None,
        max_reply_bytes: int = 16 * 1024 * 1024,
    ) -> None:
        self._transport = Transport(base_url, token=token, timeout=timeout, headers=headers, max_reply_bytes=max_reply_bytes${passed})

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()
${model.operations.map((operation) => `\n${method(operation)}`).join('')}`;
}

function descriptor({
  name,
  verb,
  path,
  servers,
  arguments: args,
  parameters,
  accept,
  returns,
  emptyStatuses,
  bodyType,
  credential,
  terminal,
  jsonEvents,
  fields,
}: MethodModel): string {
  const members = [
    `method_name=${quoted(name)}`,
    `verb=${quoted(verb)}`,
    `path=${quoted(path)}`,
    `arguments=${tuple(args.map((argument) => argumentText(argument, parameters)))}`,
    `parameters=${tuple(parameters.map(parameterText))}`,
    `accept=${quoted(accept.join(', ') || '*/*')}`,
    `returns=${tuple(returns.map(quoted))}`,
    ...(emptyStatuses === undefined ? [] : [`empty_statuses=${tuple(emptyStatuses.map(String))}`]),
    ...(bodyType === '' ? [] : [`body_type=${quoted(bodyType)}`]),
    ...(fields === undefined
      ? []
      : [
          `fields={${Object.entries(fields)
            .map(([field, model]) => `${quoted(field)}: ${fieldText(model)}`)
            .join(', ')}}`,
        ]),
    ...(terminal === undefined ? [] : [`terminal=${tuple(terminal.map(quoted))}`]),
    ...(jsonEvents === undefined ? [] : ['json_events=True']),
    ...(credential === null
      ? []
      : [`credential=Credential(${quoted(credential.in)}, ${quoted(credential.name)}, ${quoted(credential.scheme)})`]),
    ...(servers === undefined ? [] : [`servers=${tuple(servers.map(quoted))}`]),
  ];
  return `Operation(\n${members.map((member) => `        ${member},\n`).join('')}    )`;
}

function fieldText({ contentType, style, explode }: FieldModel): string {
  const members = [
    ...(contentType === undefined ? [] : [`content_type=${quoted(contentType)}`]),
    ...(style === undefined ? [] : [`style=${quoted(style)}`]),
    ...(explode === true ? ['explode=True'] : []),
  ];
  return `Field(${members.join(', ')})`;
}

function argumentText({ name, argument }: ArgumentModel, parameters: readonly ParameterModel[]): string {
  const parameter = parameters.find((candidate) => candidate.argument === argument);
  return `Argument(${[name, argument, parameter?.in ?? 'body', parameter?.name ?? 'body'].map(quoted).join(', ')})`;
}

function parameterText({ argument, name, in: location, style, explode, allowReserved, json }: ParameterModel): string {
  const usual = [argument, name, location, style].map(quoted);
  const rest = [literal(explode), ...(allowReserved ? ['allow_reserved=True'] : []), ...(json ? ['json=True'] : [])];
  return `Parameter(${[...usual, ...rest].join(', ')})`;
}

function method(operation: MethodModel): string {
  const { name, arguments: args, id, resultType, description, throws } = operation;
  // Required arguments come first. Callers must name all arguments, so their order does not matter.
  const ordered = [...args.filter(({ required }) => required), ...args.filter(({ required }) => !required)];
  const parameters = ['self', '*', ...ordered.map(keyword), 'request_options: Optional[RequestOptions] = None'];
  const given = args.map((argument) => `${quoted(argument.argument)}: ${argument.name}`).join(', ');
  const notes = [
    description,
    ...(operation.deprecated === true ? ['Deprecated.'] : []),
    ...(operation.terminal === undefined
      ? []
      : ['If the connection breaks, the stream is resumed after the last complete event.']),
    {
      heading: 'Args',
      entries: ordered.flatMap(({ name: argument, description: meaning }) =>
        meaning === '' ? [] : [[argument, meaning] as const],
      ),
    },
    {
      heading: 'Raises',
      entries: [
        ...throws.map(({ error, status, description: when }) => [error, `${status}: ${when}`] as const),
        ...ALWAYS,
      ],
    },
  ];
  const result = `types.${resultType}`;
  const call = `OPERATIONS[${quoted(id)}], {${given}}, request_options`;
  if (operation.terminal !== undefined) {
    return `    def ${name}(${parameters.join(', ')}) -> Iterator[${result}]:
${docstring(notes, '        ')}        return cast("Iterator[${result}]", self._transport.stream(${call}))
`;
  }
  return `    def ${name}(${parameters.join(', ')}) -> ${result}:
${docstring(notes, '        ')}        return cast("${result}", self._transport.call(${call}))
`;
}

/** The errors that every method may raise, with their descriptions for the docstring. */
const ALWAYS = [
  [TRANSPORT_FAILURE.error, 'No reply arrived, or no valid HTTP response.'],
  ['RefusedError', 'The arguments cannot be encoded as a request; nothing was sent.'],
] as const;

function keyword({ name, required, type }: ArgumentModel): string {
  const text = annotation(type, 'types.');
  return required ? `${name}: ${text}` : `${name}: Union[${text}, Omitted] = OMITTED`;
}
