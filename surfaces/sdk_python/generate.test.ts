import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { contractAt, itemService } from '../../contract/fixtures/contracts.js';
import { hasMypy, hasPython, python, strictMypy } from './fixtures/python.js';
import { sdkPythonGenerator } from './generate.js';

const PACKAGE = join(import.meta.dirname, 'reference/template_service');

const items = await itemService();
const edgeCases = await contractAt('surfaces/sdk_python/fixtures/edge-cases.openapi.yaml');
const files = rendered(edgeCases);
const TYPES = files.get('generated/types.py') ?? '';
const CLIENT = files.get('generated/client.py') ?? '';

function rendered(contract: Contract, header: readonly string[] = [], library = '..'): ReadonlyMap<string, string> {
  return new Map(
    sdkPythonGenerator
      .render(sdkPythonGenerator.project(contract), header, library)
      .map((file) => [file.path, file.text]),
  );
}

test.each([...rendered(items).keys()])('%s is current', (file) => {
  const found = readFileSync(join(PACKAGE, file), 'utf8');
  const header = (found.match(/^# .*$/gm) ?? []).map((line) => line.slice(2));
  expect(found).toBe(rendered(items, header).get(file));
});

test('a projection read back from JSON renders the same code', () => {
  const projection = sdkPythonGenerator.project(edgeCases);
  expect(sdkPythonGenerator.render(JSON.parse(JSON.stringify(projection)), [])).toEqual(
    sdkPythonGenerator.render(projection, []),
  );
});

test.each<readonly [string, string]>([
  ['required and optional members are two classes', 'class Both(_BothRequired, total=False):\n    age: int\n'],
  ['an intersection of objects is one object', 'class _BothRequired(TypedDict):\n    name: str\n'],
  [
    'members whose names are no identifiers',
    'Unnameable = TypedDict(\n    "Unnameable",\n    {\n        "class": "str",\n        "it\'s a \\\\ \\"name\\"": "int",\n',
  ],
  [
    'a required member named like a keyword',
    '_MixedRequired = TypedDict(\n    "_MixedRequired",\n    {\n        "from": "str",\n    },\n    total=True,\n)',
  ],
  ['the class of required and optional members', 'class Mixed(_MixedRequired, _MixedOptional):\n    pass\n'],
  ['a schema with a name that annotations use', 'None2 = str\n'],
  [
    'members that would hide names that annotations use',
    'Sequence2 = TypedDict(\n    "Sequence2",\n    {\n        "str": "str",\n',
  ],
  ['an object within an object has a name', 'class TreeInner(TypedDict, total=False):\n    a: str\n'],
  ['a recursive schema', 'Circle = Union[str, Sequence["Circle"]]\n'],
  ['a recursive class', '    children: Sequence[Tree]\n'],
  ['a map', '    map: Mapping[str, int]\n'],
  ['a tuple', 'Pair = Sequence[Union[str, float]]\n'],
  ['a union', 'Either = Union[str, "Named", Sequence[Union[int, None]]]\n'],
  ['a literal', '    kind: Literal["tree"]\n'],
  ['a fraction, of which there are no literals', '    fraction: float\n'],
  ['a member that is deprecated', '    #: Deprecated. Whole ones will do.\n    fraction: float\n'],
  ['a number that a double cannot represent', '    enormous: float\n'],
  ['the boolean schemas', '    anything: Any\n    nothing: Any\n'],
  ['a docstring that quotes', '    """A tree \\"\\"\\" of trees. It ends with "quotes" """\n'],
  ['a reply may be empty', 'PutTreeResult = Union["Tree", None]\n'],
  ['a reply without content', 'PutTreeResult2 = Union[None]\n'],
])('writes types: %s', (_, text) => {
  expect(TYPES).toContain(text);
});

test.each<readonly [string, string]>([
  ['names that collide are numbered', 'from_: Union[str, Omitted] = OMITTED, from__2: Union[str, Omitted] = OMITTED'],
  ['self is reserved', 'self_: Union[bool, Omitted]'],
  ['names that a method uses are reserved', 'types_2: Union[str, Omitted] = OMITTED, cast_2: '],
  ['a name cannot begin with a digit', 'x_2nd: Union[Union[Literal[1, "two", True], None, float], Omitted]'],
  [
    'required arguments come first',
    'def put_tree(self, *, path_id: str, body: types.Tree, query_id: Union[int, Omitted] = OMITTED',
  ],
  ['operations that collide are numbered', 'def put_tree_2(self, *, '],
  ['close is reserved', 'def close_2(self, *, '],
  ['names that annotations use are reserved', 'def str_2(self, *, '],
  ['unused names are not imported', 'from typing import Dict, Literal, Mapping, Optional, Tuple, Type, Union, cast\n'],
  ['a method that is deprecated', '        """Deprecated.\n\n        Args:\n'],
  [
    'a documented argument',
    '        Args:\n            from_: Ends \\"\\"\\" here.\n                Two.\n\n        Raises:\n',
  ],
  ['documented errors', '        Raises:\n            TransportError: No reply, or no valid HTTP response.\n'],
  ['a description is escaped', '"""Ends \\"\\"\\" here, and \\\\N{BULLET} is no escape; nor is \\\\ it "over".\n'],
  [
    'an input keeps its own name',
    'Argument("from_", "from", "query", "from"), Argument("from__2", "From", "query", "From")',
  ],
  ['a literal of the path is encoded', 'path="/trees/{id}/it%27s"'],
  ['a key of the API', 'credential=Credential("header", "X-Key", "")'],
  ['servers of an operation', 'servers=("https://texts.example.com", "/\\"v2")'],
  ['the servers of a client', '        servers: Optional[Mapping[str, str]] = None,\n'],
])('writes the client: %s', (_, text) => {
  expect(CLIENT).toContain(text);
});

/** The package with the client of the edge cases, and with the client of a contract that has only webhooks. */
function packaged(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-python-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(PACKAGE, join(folder, 'template_service'), { recursive: true });
  for (const [file, text] of files) writeFileSync(join(folder, 'template_service', file), text);
  for (const [file, text] of rendered({ ...items, operations: [] }, [], '../..')) {
    if (file !== 'generated/errors.py') writeFileSync(join(folder, 'template_service/science_runtime', file), text);
  }
  return folder;
}

/** A script that evaluates every annotation, as a type checker or a validator would, and prints docstrings. */
const READ = `
import typing
from template_service.generated import client, types
from template_service.science_runtime import Client as Bare
for method in vars(client.Client).values():
    if callable(method):
        typing.get_type_hints(method, localns=vars(types))
for declared in vars(types).values():
    if isinstance(declared, type) and declared.__module__ == types.__name__:
        typing.get_type_hints(declared)
print(client.Client.put_tree.__doc__.splitlines()[0])
print(client.Client.__doc__.splitlines()[0])
print(types.Tree.__doc__)
print(sorted(name for name in vars(Bare) if not name.startswith("_")))
print(sorted(types.Unnameable.__annotations__))
`;

test.skipIf(!hasPython)('generated code is valid Python, without warnings (skipped without Python)', () => {
  expect(python(['-W', 'error', '-c', READ], packaged()).split('\n')).toEqual([
    'Ends """ here, and \\N{BULLET} is no escape; nor is \\ it "over".',
    'Client of the Edge Case """API""" \\.',
    'A tree """ of trees. It ends with "quotes" ',
    "['close']",
    `['__slots', 'class', 'it\\'s a \\\\ "name"', 'né']`,
    '',
  ]);
});

test.skipIf(!hasMypy)('generated code passes mypy --strict (skipped without mypy)', () => {
  expect(strictMypy(['-p', 'template_service'], packaged())).toContain('Success');
});

test('members of a union are named after their discriminating value', async () => {
  const types = rendered(await contractAt('contract/science-runtime.openapi.yaml')).get('generated/types.py');
  expect(types).toContain('class StreamRunEventsResultProgress(TypedDict):\n    event: Literal["progress"]\n');
});
