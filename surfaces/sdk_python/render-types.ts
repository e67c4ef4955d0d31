import type { NamedType, PropertyModel, TypeNode } from '../sdk/type-model.js';
import { annotation } from './annotation.js';
import { NamedObjects } from './named-objects.js';
import type { PythonModel } from './python-model.js';
import { ANNOTATION_NAMES, isPythonName } from './python-names.js';
import { docstring, importOf, quoted } from './python-text.js';

/** `types.py`: a `TypedDict` or a type alias for every referenced schema, and for the result of every operation. */
export function renderTypes(model: PythonModel): string {
  const results = model.operations.map(({ id, resultType, result, terminal }) => ({
    name: resultType,
    description: terminal === undefined ? `The result of \`\`${id}\`\`.` : `One event of \`\`${id}\`\`.`,
    type: result,
  }));
  const objects = new NamedObjects([...model.types, ...results]);
  const named = [...model.types, ...results].flatMap((type) => objects.read(type));
  // Python evaluates an alias when it loads the module, but annotations in a class only when they are needed. The names
  // in an alias must therefore be defined before the alias.
  const ordered = [...named.filter(isClass), ...inOrder(named.filter((type) => !isClass(type)))];
  const names = new Set([...ANNOTATION_NAMES, ...named.map(({ name }) => name)]);
  const blocks = ordered.map((type) => declaration(type, names));
  const code = blocks.map((block) => `\n\n${block}`).join('');
  const imports = importOf('typing', TYPING, code);
  return `\nfrom __future__ import annotations\n${imports === '' ? '' : `\n${imports}`}${code}`;
}

const TYPING: readonly string[] = ['Any', 'Literal', 'Mapping', 'Sequence', 'Tuple', 'TypedDict', 'Union'];

function isClass({ type }: NamedType): boolean {
  return type.kind === 'object' && type.properties.length > 0;
}

/** Sorts type aliases. Each alias comes after the aliases that it refers to. */
function inOrder(aliases: readonly NamedType[]): readonly NamedType[] {
  const byName = new Map(aliases.map((alias) => [alias.name, alias] as const));
  const ordered = new Set<NamedType>();
  const open = new Set<NamedType>();
  const visit = (alias: NamedType | undefined): void => {
    if (alias === undefined || ordered.has(alias) || open.has(alias)) return;
    open.add(alias);
    for (const name of namesIn(alias.type)) visit(byName.get(name));
    ordered.add(alias);
  };
  for (const alias of aliases) visit(alias);
  return [...ordered];
}

function namesIn(type: TypeNode): readonly string[] {
  switch (type.kind) {
    case 'reference':
      return [type.name];
    case 'array':
      return namesIn(type.items);
    case 'tuple':
      return [...type.items, type.rest].flatMap(namesIn);
    case 'object':
      return namesIn(type.additional);
    case 'union':
    case 'intersection':
      return type.members.flatMap(namesIn);
    default:
      return [];
  }
}

function declaration({ name, description, type }: NamedType, names: ReadonlySet<string>): string {
  if (type.kind === 'object' && type.properties.length > 0)
    return typedDict({ name, description }, type.properties, names);
  // A recursive alias needs names in quotes. A quoted name is allowed only inside another type, so an alias of a single
  // name is not quoted.
  return `${comment(description)}${name} = ${aliased(type)}\n`;
}

function aliased(type: TypeNode): string {
  if (type.kind === 'reference') return type.name;
  const text = quotedNames(type);
  // `X = None` is not a type alias but a variable (PEP 484). `X = Union[None]` is a type alias.
  return text === 'None' ? 'Union[None]' : text;
}

/**
 * A `TypedDict` class. If some members are required and others optional, it is written as two classes, because
 * `NotRequired` needs Python 3.11.
 */
function typedDict(
  { name, description }: Pick<NamedType, 'name' | 'description'>,
  properties: readonly PropertyModel[],
  names: ReadonlySet<string>,
): string {
  const required = properties.filter((property) => property.required);
  const optional = properties.filter((property) => !property.required);
  if (!properties.every((property) => isPythonName(property.name) && !names.has(property.name)))
    return functional(name, description, required, optional);
  const text = docstring([description], '    ');
  if (optional.length === 0) return `class ${name}(TypedDict):\n${text}${members(required)}`;
  if (required.length === 0) return `class ${name}(TypedDict, total=False):\n${text}${members(optional)}`;
  return `class _${name}Required(TypedDict):\n${members(required)}\n\nclass ${name}(_${name}Required, total=False):\n${text}${members(optional)}`;
}

function members(properties: readonly PropertyModel[]): string {
  return properties
    .map(
      ({ name, description, deprecated, type }) =>
        `${comment(deprecated === true ? `Deprecated. ${description}` : description, '    ')}    ${name}: ${annotation(type)}\n`,
    )
    .join('');
}

/** A `TypedDict` in its functional form, for members with names that are not Python identifiers (PEP 589). */
function functional(
  name: string,
  description: string,
  required: readonly PropertyModel[],
  optional: readonly PropertyModel[],
): string {
  const dict = (own: string, properties: readonly PropertyModel[], total: boolean): string => {
    const rows = properties
      .map((property) => `        ${quoted(property.name)}: ${quoted(annotation(property.type))},\n`)
      .join('');
    return `${own} = TypedDict(\n    ${quoted(own)},\n    {\n${rows}    },\n    total=${total ? 'True' : 'False'},\n)\n`;
  };
  if (required.length === 0 || optional.length === 0)
    return `${comment(description)}${dict(name, [...required, ...optional], optional.length === 0)}`;
  const parts = [dict(`_${name}Required`, required, true), dict(`_${name}Optional`, optional, false)];
  const text = docstring([description], '    ');
  return `${parts.join('\n')}\n\nclass ${name}(_${name}Required, _${name}Optional):\n${text === '' ? '    pass\n' : text}`;
}

function comment(description: string, indent = ''): string {
  const text = description.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
  return text === '' ? '' : `${indent}#: ${text}\n`;
}

/** An annotation in which every name is in quotes. */
function quotedNames(type: TypeNode): string {
  return annotation(withQuotes(type));
}

function withQuotes(type: TypeNode): TypeNode {
  switch (type.kind) {
    case 'reference':
      return { ...type, name: quoted(type.name) };
    case 'array':
      return { ...type, items: withQuotes(type.items) };
    case 'tuple':
      return { ...type, items: type.items.map(withQuotes), rest: withQuotes(type.rest) };
    case 'object':
      return { ...type, additional: withQuotes(type.additional) };
    case 'union':
      return { ...type, members: type.members.map(withQuotes) };
    default:
      return type;
  }
}
