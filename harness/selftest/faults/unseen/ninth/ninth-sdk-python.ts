import type { PlantedFault } from '../../planted-fault.js';

const PY = 'surfaces/sdk_python/reference/template_service';
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/**
 * Bugs of the Python SDK and of its generator, as they occur in real projects. The author of this list had not read the
 * rules of the check.
 */
export const UNSEEN_NINTH_SDK_PYTHON: readonly PlantedFault[] = [
  {
    ...ON_PY,
    id: 'py-stream-failed-event-raises',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: '                    began = True\n',
    to: `                    began = True
                    if event["event"] == "failed":
                        raise TransportError("connection", "The stream failed.")
`,
    operation: 'streamRunEvents',
    note: 'The documented event `failed` is taken for a failure of the stream: it raises `TransportError` and its data are lost.',
  },
  {
    ...ON_PY,
    id: 'py-stream-known-events-compared-as-text',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: '                    breaks = 0\n',
    to: `                    if event.get("id", "~") <= newest:
                        continue
                    newest = event.get("id", newest)
                    breaks = 0
`,
    also: [
      {
        file: `${PY}/_events.py`,
        from: '    began = False\n    while True:',
        to: '    began = False\n    newest = ""\n    while True:',
      },
    ],
    operation: 'streamRunEvents',
    note: 'Events that a client already has are dropped, but identifiers are compared as texts: event 10 counts as older than event 9.',
  },
  {
    ...ON_PY,
    id: 'py-generated-header-name-with-underscores',
    class: 'generation',
    file: `${PY}/science_runtime/generated/client.py`,
    from: 'Parameter("Last-Event-ID", "Last-Event-ID", "header"',
    to: 'Parameter("Last-Event-ID", "Last_Event_ID", "header"',
    operation: 'streamRunEvents',
    note: 'The header is sent as `Last_Event_ID`, so a continued stream begins with its first event again.',
  },
  {
    ...ON_PY,
    id: 'generator-python-omitted-arguments-are-none',
    class: 'generation',
    file: 'dist/surfaces/sdk_python/render-client.js',
    from: 'Union[${text}, Omitted] = OMITTED`',
    to: 'Optional[${text}] = None`',
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'The default of optional arguments is `None`, which is not the same as omitted: a list without a limit is refused.',
  },
  {
    ...ON_PY,
    id: 'py-reply-escapes-decoded-twice',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'json.loads(reply.body.decode("utf-8"), parse',
    to: 'json.loads(reply.body.decode("unicode_escape"), parse',
    note: 'A reply is decoded with `unicode_escape`, which reads bytes as Latin-1 and decodes escapes: `Überlauf` is returned as `Ã\u009cberlauf`.',
  },
  {
    ...ON_PY,
    id: 'py-created-item-fetched-again',
    class: 'replies',
    file: `${PY}/_transport.py`,
    from: '        return read_reply(operation, self._exchange(request, options.get("timeout", self._timeout)))',
    to: `        timeout = options.get("timeout", self._timeout)
        reply = self._exchange(request, timeout)
        if reply.status == 201 and "location" in reply.headers:
            target = urljoin(request.target, reply.headers["location"])
            reply = self._exchange(replace(request, verb="GET", target=target, body=None), timeout)
        return read_reply(operation, reply)`,
    also: [
      {
        file: `${PY}/_transport.py`,
        from: 'from http.client import HTTPException, HTTPResponse\n',
        to: 'from http.client import HTTPException, HTTPResponse\nfrom urllib.parse import urljoin\n',
      },
    ],
    operation: 'createItem',
    note: 'After a 201, the location is fetched and returned: a second request is sent, and if it fails, the created item is reported as a failure.',
  },
  {
    ...ON_PY,
    id: 'py-missing-last-chunk-accepted',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: '            # `read` would block until a chunk is full.\n            chunk = response.read1(_CHUNK_SIZE if left is None else min(left, _CHUNK_SIZE))',
    to: `            try:
                chunk = response.read1(_CHUNK_SIZE if left is None else min(left, _CHUNK_SIZE))
            except IncompleteRead as error:
                chunk = error.partial`,
    also: [
      {
        file: `${PY}/_transport.py`,
        from: 'from http.client import HTTPException, HTTPResponse\n',
        to: 'from http.client import HTTPException, HTTPResponse, IncompleteRead\n',
      },
    ],
    note: 'If the connection breaks within a reply in chunks, the part that arrived is taken for the whole reply (RFC 9112 §8).',
  },
  {
    ...ON_PY,
    id: 'py-deep-body-crashes',
    class: 'values',
    file: `${PY}/_text.py`,
    from: 'except (TypeError, ValueError, RecursionError) as error:',
    to: 'except (TypeError, ValueError) as error:',
    operation: 'createItem',
    note: 'A body that is nested too deeply for the JSON writer raises `RecursionError` and not the documented `RefusedError`.',
  },
  {
    ...ON_PY,
    id: 'py-token-function-called-once',
    class: 'rejection',
    file: `${PY}/_transport.py`,
    from: '        self._token = token\n',
    to: '        self._token = token() if callable(token) else token\n',
    note: 'A function for the token is called when the client is created and not before each request, so a renewed token is never sent.',
  },
  {
    ...ON_PY,
    id: 'py-stream-value-has-six-digits',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: 'json.loads(event["data"], parse_constant=refuse_constant)',
    to: 'json.loads(event["data"], parse_float=lambda text: float(f"{float(text):g}"), parse_constant=refuse_constant)',
    operation: 'streamRunEvents',
    note: 'The parsed value of an event has six digits, so it differs from the data of the event and from the response of the run.',
  },
  {
    ...ON_PY,
    id: 'py-stream-broken-before-first-event-fails',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: '(began and parser.last_id == "")',
    to: 'parser.last_id == ""',
    operation: 'streamRunEvents',
    note: 'A stream whose connection breaks before its first event is not opened again, although no event could be repeated.',
  },
  {
    ...ON_PY,
    id: 'py-reply-text-after-json-ignored',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'json.loads(reply.body.decode("utf-8"), parse_constant=refuse_constant)',
    to: 'json.JSONDecoder(parse_constant=refuse_constant).raw_decode(reply.body.decode("utf-8").lstrip())[0]',
    note: 'Text after the JSON of a reply, such as a second document or the error of a template, is ignored, but then it is not JSON.',
  },
];
