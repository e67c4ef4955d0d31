"""The driver of client.py: one JSON text per line (driver protocol 1). Only `CALLS` depends on the client."""

import json
import sys
from typing import Any

from client import ApiError, NotesClient, TransportError

CALLS = {
    "create_note": lambda client, given: client.create_note(**given.get("body", {})),
    "get_note": lambda client, given: client.get_note(**given.get("path", {})),
}


def run(base_url: str, call: dict[str, Any]) -> dict[str, Any]:
    client = NotesClient(base_url, call["timeoutMs"] / 1000)
    given = call["input"]
    if call["operation"] not in CALLS:
        return {"kind": "inexpressible", "reason": f"the client has no {call['operation']}"}
    if not isinstance(given.get("body", {}), dict):
        return {"kind": "inexpressible", "reason": "the members of the body are arguments"}
    try:
        return {"kind": "value", "value": CALLS[call["operation"]](client, given)}
    except ApiError as failure:
        shown = {} if failure.problem is None else {"problem": failure.problem}
        return {"kind": "problem", "status": failure.status, **shown}
    except (TypeError, ValueError) as failure:
        # Python refuses a call with a missing or an unknown argument by itself.
        return {"kind": "refused", "by": "client", "reason": str(failure)}
    except TransportError as failure:
        return {"kind": "problem", "native": {"error": "TransportError"}, "problem": str(failure)}
    except TimeoutError:
        return {"kind": "timeout", "afterMs": call["timeoutMs"]}


def send(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


base_url = ""
for line in sys.stdin:
    order = json.loads(line)
    if order["cmd"] == "stop":
        break
    if order["cmd"] == "start":
        base_url = order["baseUrl"]
        surface = {"name": "notes-python", "language": f"python {sys.version.split()[0]}"}
        send({"ok": True, "surface": surface, "operations": list(CALLS), "observes": ["value", "problem"]})
    else:
        send({"seq": order["seq"], "outcome": run(base_url, order)})
