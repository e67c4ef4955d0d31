import type { PlantedFault } from '../planted-fault.js';

const REST = 'dist/surfaces/rest/reference';
const TS = 'dist/surfaces/sdk_typescript/runtime';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_REST = { surface: 'rest', blame: 'backend' } as const;
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/** Bugs in reading requests and replies. The author of this list did not know the other lists of faults. */
export const UNSEEN_WIRE: readonly PlantedFault[] = [
  {
    ...ON_REST,
    id: 'rest-body-split-character',
    class: 'values',
    file: `${REST}/input/request-body.js`,
    from: `bytes: Buffer.concat(chunks) });`,
    to: `bytes: chunks.length > 1 ? Buffer.from(chunks.map(String).join('')) : Buffer.concat(chunks) });`,
    operation: 'createItem',
    note: 'A character whose bytes arrive in two parts becomes two replacement characters.',
  },
  {
    ...ON_TS,
    id: 'ts-media-type-case',
    class: 'replies',
    file: `${TS}/media-type.js`,
    from: `mediaType.toLowerCase().split(';', 1)`,
    to: `mediaType.split(';', 1)`,
    note: 'The SDK cannot read a reply of the type `Application/JSON`.',
  },
  {
    ...ON_REST,
    id: 'rest-chunked-body-unlimited',
    class: 'rejection',
    file: `${REST}/input/request-body.js`,
    from: 'if (length > limit)',
    to: 'if (length > Infinity)',
    operation: 'createItem',
    note: 'The size limit applies only to a body with Content-Length.',
  },
  {
    ...ON_PY,
    id: 'python-follows-redirect',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: '            return Reply(response.status, response.headers.get("content-type", ""), _joined(response), body)',
    to: `            place = response.headers.get("location")
            if response.status in (301, 302, 303, 307, 308) and place and hops < 5:
                target = "/" + place.split("://")[-1].split("/", 1)[-1]
                return self._exchange(replace(request, verb="GET", body=None, target=target), timeout, hops + 1)
            return Reply(response.status, response.headers.get("content-type", ""), _joined(response), body)`,
    also: [
      {
        file: `${PY}/_transport.py`,
        from: 'def _exchange(self, request: _Addressed, timeout: float) -> Reply:',
        to: 'def _exchange(self, request: _Addressed, timeout: float, hops: int = 0) -> Reply:',
      },
    ],
    note: 'The SDK follows a redirected POST with a GET, and returns the content of a different resource as the new item.',
    equivalent:
      'RFC 9110 §15.4.3 and the Fetch standard permit a client to send a GET after a POST is redirected with 302.',
  },
];
