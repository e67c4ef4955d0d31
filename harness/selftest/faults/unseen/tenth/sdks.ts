import type { PlantedFault } from '../../planted-fault.js';

const TS = 'dist/surfaces/sdk_typescript';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/**
 * Bugs of the two SDKs, as they occur in real projects. The author of this list had not read the rules of the check.
 */
export const UNSEEN_TENTH_SDKS: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-stream-problem-is-transport-error',
    class: 'streams',
    file: `${TS}/runtime/transport.js`,
    from: '        readReply({ ...operation, returns: [] }, reply);\n',
    to: '',
    operation: 'streamRunEvents',
    note: 'If the service refuses a stream, the caller gets a transport error and neither the class of the status nor its problem.',
  },
  {
    ...ON_TS,
    id: 'ts-token-promise-not-awaited',
    class: 'rejection',
    file: `${TS}/runtime/transport.js`,
    from: 'await this.#token()',
    to: 'this.#token()',
    note: 'The promise of a function for the token is not awaited, so every call of a client with such a function fails.',
  },
  {
    ...ON_TS,
    id: 'ts-malformed-problem-crashes',
    class: 'replies',
    file: `${TS}/runtime/read-reply.js`,
    from: 'parsed(reply)?.value : undefined;',
    to: 'JSON.parse(text(reply)) : undefined;',
    note: 'A failure whose body is labelled as JSON but is cut or empty is a `SyntaxError` without a status.',
  },
  {
    ...ON_TS,
    id: 'ts-generated-json-events-missing',
    class: 'generation',
    file: `${TS}/science_runtime/generated/client.js`,
    from: '        jsonEvents: true,\n',
    to: '',
    operation: 'streamRunEvents',
    note: 'The generated client is of an earlier generator: its events have no parsed value, unlike those of the Python SDK.',
  },
  {
    ...ON_TS,
    id: 'ts-result-has-location-member',
    class: 'replies',
    file: `${TS}/runtime/read-reply.js`,
    from: '            return document.value;',
    to: `            return reply.headers['location'] === undefined ? document.value : { ...document.value, location: reply.headers['location'] };`,
    operation: 'createItem',
    note: 'The header `Location` is copied into the result as if the service had sent a member with this name.',
  },
  {
    ...ON_TS,
    id: 'ts-call-timeout-ignored',
    class: 'network',
    file: `${TS}/runtime/transport.js`,
    from: 'const { signal: aborted, timeoutMs = this.#timeoutMs } = options;',
    to: 'const { signal: aborted } = options;\n        const timeoutMs = this.#timeoutMs;',
    note: 'The time limit that a caller states for one call is lost. The call waits for the time limit of the client.',
  },
  {
    ...ON_TS,
    id: 'ts-one-character-header-refused',
    class: 'streams',
    file: `${TS}/runtime/call-options.js`,
    from: String.raw`/^(?:[!-~](?:[ \t!-~]*[!-~])?)?$/`,
    to: String.raw`/^(?:[!-~][ \t!-~]*[!-~])?$/`,
    operation: 'streamRunEvents',
    note: 'The pattern of a header needs two characters, so a stream cannot be continued after one of its first nine events.',
  },
  {
    ...ON_TS,
    id: 'ts-export-of-not-found-error-missing',
    class: 'generation',
    file: `${TS}/generated/client.js`,
    from: 'MethodNotAllowedError, NotFoundError, TransportError',
    to: 'MethodNotAllowedError, TransportError',
    operation: 'getItem',
    note: 'The package no longer exports the class of 404, so no caller can catch it by its class.',
  },
  {
    ...ON_PY,
    id: 'py-terminal-events-joined',
    class: 'streams',
    file: `${PY}/science_runtime/generated/client.py`,
    from: 'terminal=("succeeded", "failed"),',
    to: 'terminal=("succeeded" "failed",),',
    operation: 'streamRunEvents',
    note: 'A comma is missing between two texts, which Python joins: no event ends the stream, so it is resumed after its end.',
  },
  {
    ...ON_PY,
    id: 'py-context-manager-swallows-errors',
    class: 'replies',
    file: `${PY}/generated/client.py`,
    from: '        trace: Optional[TracebackType],\n    ) -> None:\n        self.close()',
    to: '        trace: Optional[TracebackType],\n    ) -> bool:\n        self.close()\n        return True',
    note: 'The context manager of the client returns true, so every error inside a `with` statement disappears.',
  },
  {
    ...ON_PY,
    id: 'py-reply-prices-are-decimals',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'json.loads(reply.body.decode("utf-8"), parse_constant',
    to: 'json.loads(reply.body.decode("utf-8"), parse_float=Decimal, parse_constant',
    also: [
      {
        file: `${PY}/_reply.py`,
        from: 'import json\nfrom dataclasses',
        to: 'import json\nfrom decimal import Decimal\nfrom dataclasses',
      },
    ],
    note: 'A price is a `Decimal` and not the annotated `float`, so it cannot be sent back in the body of another call.',
  },
  {
    ...ON_PY,
    id: 'py-stream-events-share-one-dict',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: '        return {**({"id": self.last_id} if self.last_id else {}), "event": event, "data": "\\n".join(data)}',
    to: `        self._current.clear()
        self._current.update({**({"id": self.last_id} if self.last_id else {}), "event": event, "data": "\\n".join(data)})
        return self._current`,
    also: [
      {
        file: `${PY}/_events.py`,
        from: '        self._size = 0\n\n    def push',
        to: '        self._size = 0\n        self._current: Event = {}\n\n    def push',
      },
      {
        file: `${PY}/_events.py`,
        from: '            yield {**event, "value": value}',
        to: '            event["value"] = value\n            yield event',
      },
    ],
    operation: 'streamRunEvents',
    note: 'All events of a stream are the same dictionary, so a list of them contains only the last one.',
  },
  {
    ...ON_PY,
    id: 'py-stream-data-stripped',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: 'value = value[1:] if value.startswith(" ") else value',
    to: 'value = value.strip()',
    operation: 'streamRunEvents',
    note: 'All blanks around the data of an event are removed, but only one in front of it is not data (WHATWG HTML §9.2.6).',
  },
  {
    ...ON_PY,
    id: 'py-stream-media-type-unchecked',
    class: 'streams',
    file: `${PY}/_transport.py`,
    from: 'if response.status != 200 or content_type.split(";", 1)[0].strip().lower() != "text/event-stream":',
    to: 'if response.status != 200:',
    operation: 'streamRunEvents',
    note: 'A page of a proxy with the status 200 is read as a stream without events, so the caller gets no error.',
  },
  {
    ...ON_PY,
    id: 'py-problem-on-resume-ends-stream',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: '            return\n        except BrokenStream as error:',
    to: `            return
        except ApiError:
            if not began:
                raise
            return
        except BrokenStream as error:`,
    also: [
      {
        file: `${PY}/_events.py`,
        from: 'from .generated.errors import TransportError',
        to: 'from .generated.errors import ApiError, TransportError',
      },
    ],
    operation: 'streamRunEvents',
    note: 'If the service refuses to continue a broken stream, the events end as if the run had ended.',
  },
  {
    ...ON_PY,
    id: 'py-call-headers-ignored',
    class: 'values',
    file: `${PY}/_transport.py`,
    from: 'read_headers(options.get("headers"))',
    to: 'read_headers(options.get("header"))',
    note: 'The name of the option is misspelt, so the headers that a caller states for one call are never sent.',
  },
];
