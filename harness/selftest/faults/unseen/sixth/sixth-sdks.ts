import type { PlantedFault } from '../../planted-fault.js';

const TS = 'dist/surfaces/sdk_typescript';
const PY = 'surfaces/sdk_python/reference/template_service';
const ON_TS = { surface: 'sdk_typescript', blame: 'surface' } as const;
const ON_PY = { surface: 'sdk_python', blame: 'surface' } as const;

/**
 * Bugs of both SDKs and of their generators, as they occur in real projects. The author of this list had not read the
 * rules of the check.
 */
export const UNSEEN_SIXTH_SDKS: readonly PlantedFault[] = [
  {
    ...ON_TS,
    id: 'ts-stream-one-event-of-each-chunk',
    class: 'streams',
    file: `${TS}/runtime/resumed-events.js`,
    from: 'for (const event of parser.push(chunk)) {',
    to: 'for (const event of parser.push(chunk).slice(0, 1)) {',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'Only the first event of a chunk is returned, so events that arrive together are lost, also the terminal event.',
  },
  {
    ...ON_TS,
    id: 'ts-reply-tags-become-set',
    class: 'replies',
    file: `${TS}/runtime/read-reply.js`,
    from: "JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))",
    to: "JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), (name, member) => (name === 'tags' && Array.isArray(member) ? new Set(member) : member))",
    note: 'As in generators that convert `uniqueItems`, the tags of an item are a `Set`, but the types state an array.',
  },
  {
    ...ON_TS,
    id: 'ts-error-status-is-text',
    class: 'replies',
    file: `${TS}/generated/errors.js`,
    from: 'this.status = status;',
    to: 'this.status = String(status);',
    note: 'The status of an error is a string, but the types state a number, so `error.status === 404` is false.',
  },
  {
    ...ON_TS,
    id: 'ts-error-prototype-is-base-class',
    class: 'replies',
    file: `${TS}/generated/errors.js`,
    from: 'this.status = status;',
    to: 'Object.setPrototypeOf(this, ApiError.prototype);\n        this.status = status;',
    note: 'The usual correction for ES5 in the base class: `error instanceof NotFoundError` is false for every failure.',
  },
  {
    ...ON_TS,
    id: 'ts-stream-blank-lines-are-events',
    class: 'streams',
    file: `${TS}/runtime/event-stream.js`,
    from: 'return data.length === 0 ? undefined : {',
    to: 'return {',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'Each empty line ends an event, also after a comment that keeps the connection open: a caller gets events without data.',
  },
  {
    ...ON_TS,
    id: 'ts-body-nul-removed',
    class: 'values',
    file: `${TS}/runtime/encode-body.js`,
    from: 'return plain(JSON.stringify(value));',
    to: "return plain(JSON.stringify(value).replaceAll('\\\\u0000', ''));",
    operation: 'createItem',
    note: 'Some databases cannot store NUL, so it is removed from each string: a name with NUL is not stored as given.',
  },
  {
    ...ON_TS,
    id: 'generator-sdk-first-branch-of-union',
    class: 'generation',
    file: 'dist/surfaces/sdk/schema-types.js',
    from: 'parts.push(unionOf(branches));',
    to: 'parts.push(branches[0]);',
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'The type of a source has only its first alternative, so the compiler refuses the source of an import.',
  },
  {
    ...ON_PY,
    id: 'py-reply-omitted-members-are-none',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'parse_constant=refuse_constant),)',
    to: 'parse_constant=refuse_constant, object_hook=lambda members: {**dict.fromkeys(("note", "quantity", "price", "tags")), **members} if "item_id" in members else members),)',
    note: 'As models with defaults do, an item has `None` for its omitted members: an omitted note looks like a note of null.',
  },
  {
    ...ON_PY,
    id: 'py-problem-extensions-lost',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: '        return document[0]\n    return {"type": "about:blank"',
    to: '        return {name: document[0][name] for name in ("type", "title", "status", "detail", "instance", "errors") if name in document[0]}\n    return {"type": "about:blank"',
    note: 'The problem of an error has only the known members, but a problem document may have further members.',
  },
  {
    ...ON_PY,
    id: 'py-stream-line-of-blanks-ends-event',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: 'if line == "":',
    to: 'if not line.strip():',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'A line that has only blanks ends an event, but the standard ignores this line, so one event becomes two events.',
  },
  {
    ...ON_PY,
    id: 'py-stream-field-names-ignore-case',
    class: 'streams',
    file: `${PY}/_events.py`,
    from: 'name, _, value = line.partition(":")',
    to: 'name, _, value = line.partition(":")\n        name = name.strip().lower()',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'Fields are read like headers, so the line `Data: x`, which the standard ignores, changes the data of an event.',
  },
  {
    ...ON_PY,
    id: 'py-reply-nul-removed',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'json.loads(reply.body.decode("utf-8"), parse_constant',
    to: 'json.loads(reply.body.decode("utf-8").replace("\\\\u0000", ""), parse_constant',
    note: 'NUL is removed from each string of a reply, because some databases cannot store it: a name is not returned as stored.',
  },
  {
    ...ON_PY,
    id: 'py-reply-serial-becomes-integer',
    class: 'replies',
    file: `${PY}/_reply.py`,
    from: 'parse_constant=refuse_constant),)',
    to: 'parse_constant=refuse_constant, object_hook=lambda members: {**members, "serial": int(members["serial"])} if "item_id" in members and "serial" in members else members),)',
    note: 'As in the JSON mapping of Protocol Buffers, a serial is returned as an integer, but the types state a string.',
  },
  {
    ...ON_PY,
    id: 'py-timeout-is-connection-error',
    class: 'network',
    file: `${PY}/_transport.py`,
    from: `        except _TIMEOUTS as error:
            raise TransportError("timeout", f"No reply arrived within {timeout:g} s.") from error
        except (OSError, HTTPException) as error:
            raise TransportError("connection", f"No reply arrived: {error or type(error).__name__}") from error
`,
    to: `        except (OSError, HTTPException) as error:
            raise TransportError("connection", f"No reply arrived: {error or type(error).__name__}") from error
        except _TIMEOUTS as error:
            raise TransportError("timeout", f"No reply arrived within {timeout:g} s.") from error
`,
    note: '`TimeoutError` is an `OSError`, which is caught first: after a timeout, the code of the error is `connection`.',
  },
];
