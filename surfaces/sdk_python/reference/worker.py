"""Calls a generated client for the harness, as a driver program (driver protocol 1): one JSON text per line on stdin and stdout.

Started as ``python3 worker.py [PACKAGE [FOLDER]]``: the package has the generated code in ``PACKAGE.generated`` and is in
the folder. Default is ``template_service`` next to this file. Everything that is not a message goes to stderr.
"""

import importlib
import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

PACKAGE = sys.argv[1] if len(sys.argv) > 1 else "template_service"
FOLDER = sys.argv[2] if len(sys.argv) > 2 else Path(__file__).parent

sys.path.insert(0, str(Path(FOLDER).resolve()))

sdk = importlib.import_module(f"{PACKAGE}.generated")
Client = sdk.Client
OPERATIONS = importlib.import_module(f"{PACKAGE}.generated.client").OPERATIONS
DISTRIBUTION = PACKAGE.split(".", 1)[0].replace("_", "-")

PROTOCOL = 1
MOST_EVENTS = 10_000
MOST_CHANGES = 20
# These headers may contain secrets, or differ in every reply.
UNRECORDED_HEADERS = {"date", "authorization", "authentication-info", "cookie", "proxy-authorization", "set-cookie"}


class Worker:
    def __init__(self, order: Dict[str, Any]) -> None:
        self._base_url: str = order["baseUrl"]
        # A client of a contract with one server has no such argument.
        self._servers: Dict[str, Any] = {"servers": order["servers"]} if order.get("servers") else {}
        self._clients: Dict[Tuple[Any, ...], Any] = {}
        self._first: Optional[str] = order.get("token")
        self._token: Optional[str] = self._first
        # Clients that take their tokens from this function must call it for each request.
        self._current: Any = lambda: self._token

    def client(self, token: Any, timeout: Optional[float], headers: Dict[str, str]) -> Any:
        """The client with this token, time limit and headers. Without a time limit, it has its default."""
        key = (token, timeout, tuple(headers.items()))
        if key not in self._clients:
            options = {"token": token, "timeout": timeout, "headers": headers or None}
            given = {name: value for name, value in options.items() if value is not None}
            self._clients[key] = Client(self._base_url, **given, **self._servers)
        return self._clients[key]

    def value(self, operation: Any, arguments: Dict[str, Any], order: Dict[str, Any]) -> Any:
        """
        Makes a call. With a body, it uses the token function and the options of a call: the time limit, and a header for a
        token other than the configured one, which must replace that of the client, although their names differ in case (RFC
        9110 section 5.1). Without a body, this header is one of the client. Without a token and a body, it uses the client
        as a context manager.
        """
        token, timeout, name = order["token"], order["timeoutMs"] / 1000, operation.method_name
        headers = {} if token in (None, self._first) else header_of(operation.credential, token)
        if "body" in order["input"]:
            if not headers:
                self._token = token
            replaced = header_of(operation.credential, self._first or "") if headers else {}
            client = self.client(self._current, None, replaced)
            own = {key.upper(): value for key, value in headers.items()}
            return getattr(client, name)(**arguments, request_options={"timeout": timeout, "headers": own})
        if token is None and operation.terminal is None:
            with Client(self._base_url, timeout=timeout, **self._servers) as client:
                return getattr(client, name)(**arguments)
        return getattr(self.client(None if headers else token, timeout, headers), name)(**arguments)

    def run(self, order: Dict[str, Any], line: bytes) -> Dict[str, Any]:
        operation = OPERATIONS.get(order["operation"])
        if operation is None:
            return {"kind": "inexpressible", "reason": f"the client has no method for {order['operation']}"}
        try:
            arguments = arguments_of(operation, order["input"])
        except BeyondDriver as error:
            return {"kind": "inexpressible", "reason": str(error), "by": "driver"}
        except Inexpressible as error:
            return {"kind": "inexpressible", "reason": str(error)}
        outcome = self.call(operation, arguments, order)
        # The order is parsed again: a call may have changed any part of its arguments.
        return with_changes(outcome, arguments_of(operation, json.loads(line)["input"]), arguments)

    def call(self, operation: Any, arguments: Dict[str, Any], order: Dict[str, Any]) -> Dict[str, Any]:
        try:
            value = self.value(operation, arguments, order)
            if operation.terminal is not None:
                return report_events(order["seq"], value)
        except sdk.ApiError as error:
            return {"kind": "problem", "status": error.status, "problem": error.problem, **native(error, error.headers)}
        except sdk.RefusedError as error:
            return {"kind": "refused", "by": "client", "reason": str(error), **native(error)}
        except sdk.TransportError as error:
            if error.code == "timeout":
                return {"kind": "timeout", "afterMs": order["timeoutMs"]}
            return {"kind": "crash", "detail": str(error), "native": {"error": type(error).__name__, "code": error.code}}
        except TypeError as error:
            # A required argument is missing, so the interpreter refuses the call.
            return {"kind": "refused", "by": "client", "reason": str(error), **native(error)}
        if isinstance(value, bytes):
            value = value.decode("latin-1")
        return {"kind": "value", **({} if value is None and "json" not in operation.returns else {"value": value})}

    def close(self) -> None:
        for client in self._clients.values():
            client.close()


class Inexpressible(Exception):
    """No user of the client can express the input of this call."""


class BeyondDriver(Inexpressible):
    """This program cannot express the input of the call, because it uses only the generated methods."""


def arguments_of(operation: Any, given: Dict[str, Any]) -> Dict[str, Any]:
    """Converts the input of a call to keyword arguments of the method. Raises ``Inexpressible`` if this is not possible."""
    media_type = given.get("mediaType")
    if media_type is not None and media_type != operation.body_type:
        raise BeyondDriver(f"the client cannot choose the media type {media_type}")
    try:
        body = {"body": given_body(operation, given["body"])} if "body" in given else {}
    except ValueError:
        raise Inexpressible(f"a body of type {operation.body_type} cannot express this value") from None
    try:
        return named_arguments(operation.arguments, {**given, **body})
    except KeyError as error:
        raise Inexpressible(f"the method has no argument for {error}") from None


def with_changes(outcome: Dict[str, Any], before: Any, after: Any) -> Dict[str, Any]:
    """Adds to an outcome the pointers to the arguments that the call changed in the caller's objects."""
    if outcome["kind"] not in ("value", "problem", "events", "refused", "crash"):
        return outcome
    try:
        changed = list(islice(changed_places(before, after, ""), MOST_CHANGES))
    except RecursionError:
        # The arguments are nested too deeply to compare, so no change is reported.
        return outcome
    return {**outcome, "native": {**outcome.get("native", {}), "changedArguments": changed}} if changed else outcome


def changed_places(before: Any, after: Any, at: str) -> Iterator[str]:
    """JSON Pointers (RFC 6901) to the places at which two values differ. ``after`` may contain cycles. The comparison still ends, because it visits only places of ``before``, which has no cycles."""
    if type(before) is not type(after):
        yield at
    elif isinstance(before, dict):
        for name in {**before, **after}:
            escaped = str(name).replace("~", "~0").replace("/", "~1")
            if name in before and name in after:
                yield from changed_places(before[name], after[name], f"{at}/{escaped}")
            else:
                yield f"{at}/{escaped}"
    elif isinstance(before, list):
        if len(before) != len(after):
            yield at
        else:
            for index, value in enumerate(before):
                yield from changed_places(value, after[index], f"{at}/{index}")
    elif before != after and (before == before or after == after):
        yield at


def header_of(credential: Any, token: str) -> Dict[str, str]:
    """The header with the token. Empty if the token has another place in a request."""
    if credential is None or credential.location != "header":
        return {}
    return {credential.name: f"{credential.scheme} {token}".lstrip()}


def report_events(seq: int, events: Any) -> Dict[str, Any]:
    """
    Writes the events of a stream to stdout, one on each line: each when the next one arrives, because a client might
    change an event that its caller has kept. The harness also limits the number of events.
    """
    last: Any = None
    try:
        for count, event in enumerate(events, 1):
            if last is not None:
                send({"seq": seq, "event": reported_event(last)})
            last = event
            if count >= MOST_EVENTS:
                break
    finally:
        if last is not None:
            send({"seq": seq, "event": reported_event(last)})
    return {"kind": "events"}


def reported_event(event: Mapping[str, Any]) -> Dict[str, Any]:
    reported = {name: event[name] for name in ("id", "event", "data", "value") if name in event}
    try:
        json.dumps(reported.get("value"), allow_nan=False)
    except (TypeError, ValueError):
        # JSON cannot express a number beyond the range of a float, or an object such as a date.
        del reported["value"]
    return reported


def given_body(operation: Any, body: Any) -> Any:
    """Converts the body of a call to an argument of the method. Raises ``ValueError`` for a value that the media type cannot express."""
    kind = operation.body_kind
    if kind == "text":
        if not isinstance(body, str):
            raise ValueError("not a text")
        body.encode("utf-8")
    if kind == "bytes":
        return as_bytes(body)
    if kind == "form" and isinstance(body, dict):
        return {name: as_file(operation.fields.get(name), value) for name, value in body.items()}
    return body


def as_bytes(text: Any) -> bytes:
    """The bytes that a string in JSON represents: each character is one byte."""
    if not isinstance(text, str):
        raise ValueError("not bytes")
    return text.encode("latin-1")


def as_file(field: Any, value: Any) -> Any:
    if field is None or not field.is_file:
        return value
    return [as_bytes(item) for item in value] if isinstance(value, list) else as_bytes(value)


def named_arguments(places: Any, given: Dict[str, Any]) -> Dict[str, Any]:
    """Gives each input the name of its keyword argument. Raises ``KeyError`` for an input that the method does not take."""
    names = {(place.location, place.wire_name): place.name for place in places}
    arguments: Dict[str, Any] = {}
    for location in ("path", "query", "header", "cookie"):
        for name, value in given.get(location, {}).items():
            arguments[names[(location, name)]] = value
    if "body" in given:
        arguments[names[("body", "body")]] = given["body"]
    return arguments


def native(error: Exception, headers: Optional[Mapping[str, str]] = None) -> Dict[str, Any]:
    shown = {} if headers is None else {"headers": shown_headers(headers)}
    return {"native": {"error": type(error).__name__, **shown}}


def shown_headers(headers: Mapping[str, str]) -> Dict[str, str]:
    """The headers that an error contains, with names in lower case. The date and headers that may contain secrets are left out."""
    named = {name.lower(): value[:2000] for name, value in list(headers.items())[:100]}
    return {name: value for name, value in named.items() if name not in UNRECORDED_HEADERS}


def offered() -> List[Dict[str, Any]]:
    """The public methods of the client. A method of an operation is listed by its operation id, and any other method by its name."""
    known = {operation.method_name: (name, operation) for name, operation in OPERATIONS.items()}
    methods = [name for name in vars(Client) if not name.startswith("_") and name != "close"]
    entries = []
    for method in methods:
        name, operation = known.get(method, (method, None))
        entries.append({"operation": name, "inputs": [] if operation is None else [place.argument for place in operation.arguments]})
    return entries


def send(message: Dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n")
    sys.stdout.buffer.flush()


def greeting() -> Dict[str, Any]:
    from importlib import metadata

    try:
        version: Dict[str, Any] = {"version": metadata.version(DISTRIBUTION)}
    except metadata.PackageNotFoundError:
        version = {}
    return {
        "ok": True,
        "surface": {"name": DISTRIBUTION, "language": f"python {sys.version.split()[0]}", **version},
        "operations": offered(),
        "observes": ["value", "problem", "events", "event-values", "arguments"],
    }


def main() -> int:
    worker: Optional[Worker] = None
    for line in sys.stdin.buffer:
        order = json.loads(line)
        if order["cmd"] == "stop":
            break
        if order["cmd"] == "start":
            if order["protocol"] != PROTOCOL:
                send({"ok": False, "error": f"protocol {order['protocol']} is not supported, only {PROTOCOL}"})
                return 2
            worker = Worker(order)
            send(greeting())
        elif order["cmd"] == "run" and worker is not None:
            send({"seq": order["seq"], "outcome": worker.run(order, line)})
    if worker is not None:
        worker.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
