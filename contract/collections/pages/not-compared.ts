import { requiredChoice } from '../../inputs/fixed-argument.js';
import type { Contract } from '../../contract.js';
import { joinPointer } from '../../json/json-pointer.js';
import type { Operation, SchemaUri } from '../../operation.js';
import { lastSegment } from '../../path-relations.js';
import { schemaTypes } from '../../wire/decode-value.js';
import type { Collection, CollectionCorrection } from '../collection.js';
import { envelopeOf, placeIn } from '../envelope.js';
import { pagesOf } from '../main-list.js';
import { EMBEDDED, elementSchemas, schemasAt, statedMembers, successSchema } from '../reply-members.js';

/**
 * Notes for the user about two things: lists that no rule compares, and corrections in the configuration that have no
 * effect. `all`: the collections that were found with these corrections.
 */
export function notComparedNotes(
  contract: Contract,
  corrections: Readonly<Record<string, CollectionCorrection>>,
  all: readonly Collection[],
): readonly string[] {
  const lists = contract.operations.flatMap((operation) => {
    const reason = isOfItems(operation) ? reasonOf(contract, operation) : undefined;
    return reason === undefined ? [] : [`The list of ${operation.id} is not compared: ${reason}.`];
  });
  const known = new Map(contract.operations.map((operation) => [String(operation.id), operation]));
  const unused = Object.entries(corrections).flatMap(([id, correction]) => {
    const operation = known.get(id);
    return operation === undefined ? [] : unusedParts(contract, operation, correction, all);
  });
  return [...lists, ...unused];
}

/** Whether an operation may return a list of items: it is a GET, and its path does not end with a parameter. */
function isOfItems({ method, path }: Operation): boolean {
  return method === 'get' && !lastSegment(path).includes('{');
}

/**
 * The reason why this tool recognises no list in a reply that has an array of objects. `undefined` if it recognises a
 * list, or if the reply has no such array.
 */
function reasonOf(contract: Contract, operation: Operation): string | undefined {
  const reply = successSchema(operation);
  const found = reply === undefined ? [] : listsIn(contract, reply);
  if (reply === undefined || found.length === 0) return undefined;
  if (pagesOf(contract, reply) === undefined)
    return `each of several arrays in the reply may be the list (for example ${found.map((pointer) => `\`${pointer}\``).join(', ')})`;
  const required = requiredChoice(contract.schemas, operation.parameters);
  return required === undefined ? undefined : `the query parameter \`${required.name}\` is required`;
}

/** Pointers to the arrays of objects in a reply. Embedded resources (HAL) and the envelope are searched too. */
function listsIn({ schemas }: Contract, reply: SchemaUri): readonly string[] {
  const envelope = envelopeOf(schemas, reply);
  const places = new Set(['', joinPointer('', EMBEDDED), placeIn(envelope)]);
  const below = [...places].flatMap((place) =>
    [...statedMembers(schemas, schemasAt(schemas, reply, place))].flatMap(([name, stated]) => {
      const isList = stated.some((uri) => schemaTypes(schemas, uri).has('array'));
      const hasMembers = statedMembers(schemas, elementSchemas(schemas, stated)).size > 0;
      return isList && hasMembers ? [place + joinPointer('', name)] : [];
    }),
  );
  return below;
}

/** Notes about the parts of one correction in the configuration that have no effect. */
function unusedParts(
  contract: Contract,
  operation: Operation,
  { list, id, paging }: CollectionCorrection,
  all: readonly Collection[],
): readonly string[] {
  const own = all.find((each) => each.create === operation);
  const listed = own?.list ?? all.find((each) => each.list?.operation === operation)?.list;
  const without = (part: string, reason: string): string =>
    `The configured ${part} of ${operation.id} has no effect: ${reason}.`;
  if (own === undefined && listed === undefined) {
    const other = contract.operations.find((each) => each.id === list);
    const reason =
      operation.method === 'get'
        ? 'no list with pages or filters is recognised in its reply'
        : `it is not recognised as a POST that creates items for other operations to read, list or change${other === undefined ? '' : `. To correct the paging of ${other.id}, use its name as the key`}`;
    return [without('collection', reason)];
  }
  const isNamed = typeof list === 'string' && contract.operations.some((each) => each.id === list);
  return [
    ...(isNamed && own !== undefined && own.list === undefined
      ? [
          without(
            `list ${list}`,
            'the reply has no recognised list, or the operation is not a GET that can be called without arguments',
          ),
        ]
      : []),
    ...(id !== undefined && !isStated(contract, operation, id)
      ? [without(`identifier \`${id}\``, 'the reply has no member at this pointer')]
      : []),
    ...(paging === undefined || paging === false ? [] : pagingReasons(contract, listed?.operation, paging)).map(
      (reason) => without('paging', reason),
    ),
  ];
}

type Paging = Exclude<CollectionCorrection['paging'], false | undefined>;

/** The reasons why the paging in the configuration has no effect; empty if it has an effect. */
function pagingReasons(contract: Contract, list: Operation | undefined, paging: Paging): readonly string[] {
  if (list === undefined) return ['no list is recognised'];
  if (paging.by !== 'link' && paging.by !== 'cursor') return [];
  const { pointer } = paging;
  return pointer === undefined || isStated(contract, list, pointer)
    ? []
    : [`the reply to ${list.id} has no member \`${pointer}\``];
}

/**
 * Whether the schema of the reply has the member at a pointer. Also true if the schema describes no members at all,
 * because the reply may then have any member.
 */
function isStated({ schemas }: Contract, operation: Operation, pointer: string): boolean {
  const reply = successSchema(operation);
  if (reply === undefined || statedMembers(schemas, [reply]).size === 0) return true;
  return schemasAt(schemas, reply, pointer).length > 0;
}
