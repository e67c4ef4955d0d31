import { type TypeNode, isUnknown } from '../sdk/type-model.js';
import { literal } from './python-text.js';

/**
 * Writes a type as a Python annotation. `scope` is put in front of every name. An object with members must already have
 * a name. Other objects are written as maps. The types `Mapping` and `Sequence` are used, because they accept any map
 * or list as an argument, and are read-only in results.
 */
export function annotation(type: TypeNode, scope = ''): string {
  switch (type.kind) {
    case 'keyword':
      return KEYWORDS[type.name];
    case 'reference':
      return `${scope}${type.name}`;
    case 'literal':
      // PEP 586 has no literals for fractions. An integer beyond 2^53 is not written as a literal either, because
      // reading it as a double may have changed it.
      return typeof type.value === 'number' && !Number.isSafeInteger(type.value)
        ? 'float'
        : `Literal[${literal(type.value)}]`;
    case 'array':
      return `Sequence[${annotation(type.items, scope)}]`;
    case 'tuple':
      // A JSON array is a list in Python. The type of a list cannot state a type for each position.
      return `Sequence[${union([...type.items, type.rest], scope)}]`;
    case 'object':
      return `Mapping[str, ${type.properties.length > 0 || isUnknown(type.additional) ? 'Any' : annotation(type.additional, scope)}]`;
    case 'union':
      return union(type.members, scope);
    case 'intersection':
      return 'Any';
    default:
      return type satisfies never;
  }
}

const KEYWORDS = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
  undefined: 'None',
  unknown: 'Any',
  never: 'Any',
  bytes: 'bytes',
  file: 'Union[bytes, Tuple[str, bytes]]',
} as const;

function union(members: readonly TypeNode[], scope: string): string {
  const known = members.filter((member) => member.kind !== 'keyword' || member.name !== 'never');
  const texts = [...new Set(known.map((member) => annotation(member, scope)))];
  if (texts.length === 0 || texts.includes('Any')) return 'Any';
  const literals = texts.filter((text) => text.startsWith('Literal['));
  const others = texts.filter((text) => !text.startsWith('Literal['));
  // `Literal[a, b]` is easier to read than `Union[Literal[a], Literal[b]]`.
  const merged =
    literals.length < 2 ? texts : [`Literal[${literals.map((text) => text.slice(8, -1)).join(', ')}]`, ...others];
  return merged.length === 1 ? (merged[0] ?? 'Any') : `Union[${merged.join(', ')}]`;
}
