import type { PlantedFault } from '../../planted-fault.js';

const TS = 'dist/surfaces/sdk_typescript';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/**
 * Bugs of both SDKs and of their generators, as they occur in real projects. The author of this list had not read the
 * rules of the check.
 */
export const UNSEEN_SEVENTH_SDKS: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-body-integers-in-32-bits',
    class: 'values',
    file: `${TS}/runtime/encode-body.js`,
    from: 'return plain(JSON.stringify(value));',
    to: "return plain(JSON.stringify(value, (_name, member) => (typeof member === 'number' && Number.isInteger(member) ? member | 0 : member)));",
    note: 'An integer of a body is taken for `int32`: a quantity of 9007199254740991 is sent as -1, and a large seed as negative.',
  },
  {
    ...ON_TS,
    id: 'ts-body-string-is-sent-unquoted',
    class: 'values',
    file: `${TS}/runtime/encode-body.js`,
    from: 'return plain(JSON.stringify(value));',
    to: "return plain(typeof value === 'string' ? value : JSON.stringify(value));",
    note: 'As in Axios, a body that is a string is taken for JSON text: the body `abc` gets 400 as malformed and not 422.',
  },
  {
    ...ON_TS,
    id: 'ts-body-equal-tags-sent-once',
    class: 'values',
    file: `${TS}/runtime/encode-body.js`,
    from: 'return plain(JSON.stringify(value));',
    to: 'return plain(JSON.stringify(Array.isArray(value?.tags) ? { ...value, tags: [...new Set(value.tags)] } : value));',
    operation: 'createItem',
    note: 'The tags are a set, so equal tags are sent once: an item that the service must refuse is created with other tags.',
  },
  {
    ...ON_TS,
    id: 'ts-reply-invalid-utf8-replaced',
    class: 'replies',
    file: `${TS}/runtime/read-reply.js`,
    from: "new TextDecoder('utf-8', { fatal: true }).decode(body)",
    to: "new TextDecoder('utf-8').decode(body)",
    note: 'A reply that is not UTF-8 is returned with replacement characters, although it is not JSON (RFC 8259 §8.1).',
    equivalent:
      'The method `json()` of the Fetch standard reads such a reply in the same way, and RFC 8259 §9 permits a parser to accept texts that are not JSON.',
  },
  {
    ...ON_TS,
    id: 'ts-list-page-sorted-by-name',
    class: 'state',
    file: `${TS}/runtime/read-reply.js`,
    from: '            return document.value;',
    to: `            return Array.isArray(document.value?.items)
                ? { ...document.value, items: document.value.items.toSorted((a, b) => String(a?.name).localeCompare(String(b?.name))) }
                : document.value;`,
    operation: 'listItems',
    note: 'The items of a page are sorted by name for menus, but the contract states the order of their creation.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-value-ends-at-second-colon',
    class: 'streams',
    file: `${TS}/runtime/event-stream.js`,
    from: "const value = colon < 0 ? '' : line.slice(line.startsWith(' ', colon + 1) ? colon + 2 : colon + 1);",
    to: "const value = (line.split(':')[1] ?? '').replace(/^ /, '');",
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'A line is split at each colon, so the data of an event ends at its first colon and is no longer JSON.',
  },
  {
    ...ON_TS,
    id: 'generator-typescript-list-elements-unknown',
    class: 'generation',
    file: `${TS}/rendering/render-type.js`,
    from: 'return `readonly ${inArray(type.items, indent)}[]`;',
    to: 'return `readonly unknown[]`;',
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'The elements of lists have the type `unknown`, so the compiler refuses `page.items[0].name` and accepts numbers as tags.',
  },
  {
    ...ON_PY,
    id: 'py-problem-status-moved',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'isinstance(document[0], dict):\n        return document[0]',
    to: 'isinstance(document[0], dict):\n        document[0].pop("status", None)\n        return document[0]',
    note: 'The status is moved from the problem to the error, so the problem misses the member `status` that it must have.',
  },
  {
    ...ON_PY,
    id: 'py-stream-line-without-colon-crashes',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: 'name, _, value = line.partition(":")',
    to: 'name, value = line.split(":", 1)',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'A line that has only the name of a field, which the standard permits, raises `ValueError` instead of the next event.',
  },
  {
    ...ON_PY,
    id: 'py-reply-control-characters-accepted',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'json.loads(reply.body.decode("utf-8"), parse_constant',
    to: 'json.loads(reply.body.decode("utf-8"), strict=False, parse_constant',
    note: 'A reply with a line end inside a string is returned as a value, although it is not JSON and must be an error.',
  },
  {
    ...ON_PY,
    id: 'py-body-booleans-are-integers',
    class: 'values',
    file: `${PY}/_text.py`,
    from: 'text = json.dumps(value, ensure_ascii',
    to: 'text = json.dumps(_plain(value), ensure_ascii',
    also: [
      {
        file: `${PY}/_text.py`,
        from: 'def json_bytes(value: Any) -> bytes:',
        to: `def _plain(value: Any) -> Any:
    """The value with plain integers, because \`json\` cannot write the integers of other libraries."""
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, int) else value


def json_bytes(value: Any) -> bytes:`,
      },
    ],
    note: '`True` is an `int`, so it is sent as 1: a quantity of `True`, which the service must refuse, is stored as 1.',
  },
  {
    ...ON_PY,
    id: 'py-body-kind-of-union-filled-in',
    class: 'values',
    file: `${PY}/_body.py`,
    from: 'return media_type, json_bytes(value)',
    to: 'return media_type, json_bytes(_with_kind(value))',
    also: [
      {
        file: `${PY}/_body.py`,
        from: 'def _members(value: Any)',
        to: `def _with_kind(value: Any) -> Any:
    source = value.get("source") if isinstance(value, dict) else None
    if not isinstance(source, dict):
        return value
    return {**value, "source": {"kind": "manual" if "author" in source else "import", **source}}


def _members(value: Any)`,
      },
    ],
    operation: 'createItem',
    note: 'As models with a constant as the default do, a missing `kind` of a source is sent, so an invalid item is created.',
  },
  {
    ...ON_PY,
    id: 'py-short-read-is-end',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: '            chunks.append(chunk)',
    to: '            chunks.append(chunk)\n            if len(chunk) < _CHUNK_SIZE:\n                break',
    note: 'A chunk that is not full counts as the last one, so a reply that arrives in several chunks, such as a long page, is an error.',
  },
  {
    ...ON_PY,
    id: 'generator-python-enumeration-of-first-value',
    class: 'generation',
    file: 'dist/surfaces/sdk_python/annotation.js',
    from: "literals.map((text) => text.slice(8, -1)).join(', ')",
    to: 'literals[0].slice(8, -1)',
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'Only the first value of an enumeration is in its type, so a type checker refuses the status `active`.',
  },
];
