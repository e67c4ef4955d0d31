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

test.each([...rendered(items).keys()])('the generated file %s equals the output of the generator', (file) => {
  const found = readFileSync(join(PACKAGE, file), 'utf8');
  const header = (found.match(/^# .*$/gm) ?? []).map((line) => line.slice(2));
  expect(found).toBe(rendered(items, header).get(file));
});

test('the data of the generator gives the same code if it is written as JSON and read again', () => {
  const projection = sdkPythonGenerator.project(edgeCases);
  expect(sdkPythonGenerator.render(JSON.parse(JSON.stringify(projection)), [])).toEqual(
    sdkPythonGenerator.render(projection, []),
  );
});

test.each<readonly [string, string]>([
  [
    'an object with required and optional members becomes two classes',
    'class Both(_BothRequired, total=False):\n    age: int\n',
  ],
  ['an intersection of objects becomes one class', 'class _BothRequired(TypedDict):\n    name: str\n'],
  [
    'members with names that are not identifiers use the functional form',
    'Unnameable = TypedDict(\n    "Unnameable",\n    {\n        "class": "str",\n        "it\'s a \\\\ \\"name\\"": "int",\n',
  ],
  [
    'a required member with the name of a Python keyword uses the functional form',
    '_MixedRequired = TypedDict(\n    "_MixedRequired",\n    {\n        "from": "str",\n    },\n    total=True,\n)',
  ],
  [
    'required and optional members that are not identifiers become two base classes',
    'class Mixed(_MixedRequired, _MixedOptional):\n    pass\n',
  ],
  ['a schema with a reserved type name gets a number', 'None2 = str\n'],
  [
    'members with the names of built-in types use the functional form',
    'Sequence2 = TypedDict(\n    "Sequence2",\n    {\n        "str": "str",\n',
  ],
  ['a nested object gets a class of its own', 'class TreeInner(TypedDict, total=False):\n    a: str\n'],
  ['a schema that refers to itself becomes an alias with a quoted name', 'Circle = Union[str, Sequence["Circle"]]\n'],
  ['an object that refers to itself becomes a class', '    children: Sequence[Tree]\n'],
  ['a map becomes a Mapping', '    map: Mapping[str, int]\n'],
  ['a tuple becomes a Sequence', 'Pair = Sequence[Union[str, float]]\n'],
  ['a union becomes a Union', 'Either = Union[str, "Named", Sequence[Union[int, None]]]\n'],
  ['a literal becomes a Literal', '    kind: Literal["tree"]\n'],
  ['a constant fraction becomes a float', '    fraction: float\n'],
  ['a deprecated member has a comment', '    #: Deprecated. Whole ones will do.\n    fraction: float\n'],
  ['a constant that a double cannot represent becomes a float', '    enormous: float\n'],
  ['the schemas true and false become Any', '    anything: Any\n    nothing: Any\n'],
  ['quotes in a description are escaped', '    """A tree \\"\\"\\" of trees. It ends with "quotes" """\n'],
  ['the type of a result that may be empty includes None', 'PutTreeResult = Union["Tree", None]\n'],
  ['a result without content is None', 'PutTreeResult2 = Union[None]\n'],
])('the generated types: %s', (_, text) => {
  expect(TYPES).toContain(text);
});

test.each<readonly [string, string]>([
  ['equal argument names are numbered', 'from_: Union[str, Omitted] = OMITTED, from__2: Union[str, Omitted] = OMITTED'],
  ['self is not used as an argument name', 'self_: Union[bool, Omitted]'],
  ['names that methods use are not used as argument names', 'types_2: Union[str, Omitted] = OMITTED, cast_2: '],
  [
    'an argument name that begins with a digit gets a prefix',
    'x_2nd: Union[Union[Literal[1, "two", True], None, float], Omitted]',
  ],
  [
    'required arguments come first',
    'def put_tree(self, *, path_id: str, body: types.Tree, query_id: Union[int, Omitted] = OMITTED',
  ],
  ['equal method names are numbered', 'def put_tree_2(self, *, '],
  ['close is not used as a method name', 'def close_2(self, *, '],
  ['names of built-in types are not used as method names', 'def str_2(self, *, '],
  ['unused names are not imported', 'from typing import Dict, Literal, Mapping, Optional, Tuple, Type, Union, cast\n'],
  ['a deprecated method has a docstring', '        """Deprecated.\n\n        Args:\n'],
  [
    'a documented argument is listed in the docstring',
    '        Args:\n            from_: Ends \\"\\"\\" here.\n                Two.\n\n        Raises:\n',
  ],
  [
    'documented errors are listed in the docstring',
    '        Raises:\n            TransportError: No reply arrived, or no valid HTTP response.\n',
  ],
  [
    'a description is escaped in its docstring',
    '"""Ends \\"\\"\\" here, and \\\\N{BULLET} is no escape; nor is \\\\ it "over".\n',
  ],
  [
    'an input keeps its name in the contract',
    'Argument("from_", "from", "query", "from"), Argument("from__2", "From", "query", "From")',
  ],
  ['literal parts of a path are percent-encoded', 'path="/trees/{id}/it%27s"'],
  ['an API key in a header becomes a credential', 'credential=Credential("header", "X-Key", "")'],
  ['the servers of a single operation are listed', 'servers=("https://texts.example.com", "/\\"v2")'],
  ['a client accepts the base URLs of servers', '        servers: Optional[Mapping[str, str]] = None,\n'],
])('the generated client: %s', (_, text) => {
  expect(CLIENT).toContain(text);
});

/**
 * Creates a copy of the Python package, and returns its folder. It contains a generated client for the contract with
 * edge cases, and a client for a contract that has only webhooks.
 */
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

/** A Python script that evaluates every annotation, as type checkers and validators do, and prints the docstrings. */
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

test('classes of a discriminated union are named after the discriminating value', async () => {
  const types = rendered(await contractAt('contract/science-runtime.openapi.yaml')).get('generated/types.py');
  expect(types).toContain('class StreamRunEventsResultProgress(TypedDict):\n    event: Literal["progress"]\n');
});
