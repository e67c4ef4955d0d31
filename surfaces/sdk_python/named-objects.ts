import {
  NEVER,
  type NamedType,
  type PropertyModel,
  type TypeNode,
  UNKNOWN,
  isNever,
  isUnknown,
  unionOf,
} from '../sdk/type-model.js';
import { pascalCase } from '../sdk/type-names.js';

type ObjectNode = Extract<TypeNode, { kind: 'object' }>;

/**
 * The maximum number of alternatives in the union that replaces an intersection. An intersection with more alternatives
 * becomes `Any`.
 */
const MAX_WAYS = 64;
const MAX_DEPTH = 32;

/**
 * Converts types to a form that Python can express. An object type with members becomes a class, which
 * needs a name. Python has no intersections of types, so an intersection of objects becomes one class.
 */
export class NamedObjects {
  readonly #known: ReadonlyMap<string, TypeNode>;
  readonly #names: Set<string>;
  readonly #made: NamedType[] = [];

  constructor(types: readonly NamedType[]) {
    this.#known = new Map(types.map(({ name, type }) => [name, type] as const));
    this.#names = new Set(this.#known.keys());
  }

  /**
   * Converts a named type. The result also has the classes that were made for objects inside the type. They come before
   * the type itself.
   */
  read({ name, description, type }: NamedType): readonly NamedType[] {
    this.#made.length = 0;
    const simple = this.#simplified(type, 0);
    const own = simple.kind === 'object' ? this.#membersNamed(simple, name) : this.#named(simple, name);
    return [...this.#made, { name, description, type: own }];
  }

  /**
   * Converts a type that is part of another type. Each object with members in it becomes a reference to a new class.
   */
  #named(type: TypeNode, preferred: string): TypeNode {
    const simple = this.#simplified(type, 0);
    switch (simple.kind) {
      case 'object':
        return simple.properties.length === 0
          ? { ...simple, additional: this.#named(simple.additional, `${preferred}Value`) }
          : this.#classOf(simple, preferred);
      case 'array':
        return { ...simple, items: this.#named(simple.items, `${preferred}Item`) };
      case 'tuple':
        return {
          ...simple,
          items: simple.items.map((item) => this.#named(item, `${preferred}Item`)),
          rest: this.#named(simple.rest, `${preferred}Item`),
        };
      case 'union':
        return unionOf(simple.members.map((member) => this.#named(member, preferred + discriminant(member))));
      default:
        return simple;
    }
  }

  #classOf(type: ObjectNode, preferred: string): TypeNode {
    let name = preferred;
    for (let count = 2; this.#names.has(name); count += 1) name = `${preferred}${count}`;
    this.#names.add(name);
    const members = this.#membersNamed(type, name);
    this.#made.push({ name, description: '', type: members });
    return { kind: 'reference', name };
  }

  #membersNamed(type: ObjectNode, name: string): ObjectNode {
    return {
      ...type,
      properties: type.properties.map((member) => ({
        ...member,
        type: this.#named(member.type, name + pascalCase(member.name)),
      })),
    };
  }

  #simplified(type: TypeNode, depth: number): TypeNode {
    if (type.kind !== 'intersection') return type;
    const ways = this.#ways(type, depth);
    return ways === undefined ? UNKNOWN : unionOf(ways);
  }

  /**
   * Rewrites a type as a list of alternatives without intersections: `(A | B) & C` becomes `A & C` and `B & C`, each as
   * one object. `undefined` if there would be too many alternatives.
   */
  #ways(type: TypeNode, depth: number): readonly TypeNode[] | undefined {
    if (depth > MAX_DEPTH) return undefined;
    if (type.kind === 'reference') return this.#ways(this.#known.get(type.name) ?? UNKNOWN, depth + 1);
    if (type.kind === 'union') {
      const members = type.members.map((member) => this.#ways(member, depth + 1));
      return members.includes(undefined) ? undefined : members.flatMap((ways) => ways ?? []);
    }
    if (type.kind !== 'intersection') return [type];
    let ways: readonly TypeNode[] = [UNKNOWN];
    for (const member of type.members) {
      const more = this.#ways(member, depth + 1);
      if (more === undefined || ways.length * more.length > MAX_WAYS) return undefined;
      ways = ways.flatMap((one) => more.map((other) => together(one, other)));
    }
    return ways;
  }
}

/**
 * The text that names one object of a union: the value of its first required member with a fixed value, such as `Card`
 * for `type: "card"`. `''` if there is none.
 */
function discriminant(type: TypeNode): string {
  if (type.kind !== 'object') return '';
  const [value] = type.properties.flatMap(({ required, type: each }) =>
    required && each.kind === 'literal' ? [each.value] : [],
  );
  return typeof value === 'string' && /^[A-Za-z][\w -]{0,39}$/.test(value) ? pascalCase(value) : '';
}

/**
 * Combines two types that are neither unions nor intersections to one type. Two objects become one object with the
 * members of both. If only one of the types is an object, it is used.
 */
function together(one: TypeNode, other: TypeNode): TypeNode {
  if (isUnknown(one) || (one.kind !== 'object' && other.kind === 'object')) return other;
  if (isUnknown(other) || one.kind !== 'object' || other.kind !== 'object') return one;
  const names = [...new Set([...one.properties, ...other.properties].map(({ name }) => name))];
  const properties = names.map((name): PropertyModel => merged(find(one, name), find(other, name), name));
  return { kind: 'object', properties, additional: isNever(one.additional) ? other.additional : one.additional };
}

function find({ properties }: ObjectNode, name: string): PropertyModel | undefined {
  return properties.find((property) => property.name === name);
}

function merged(one: PropertyModel | undefined, other: PropertyModel | undefined, name: string): PropertyModel {
  const typed = [other, one].find((property) => property !== undefined && !isUnknown(property.type)) ?? one ?? other;
  return {
    name,
    required: (one?.required ?? false) || (other?.required ?? false),
    description: one?.description || other?.description || '',
    type: typed?.type ?? NEVER,
  };
}
