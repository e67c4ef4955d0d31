import type { Collection } from '../../contract/collections/collection.js';
import { statedMembers } from '../../contract/collections/reply-members.js';
import type { Contract } from '../../contract/contract.js';
import { joinPointer, lastToken } from '../../contract/json/json-pointer.js';
import type { Operation, OperationId } from '../../contract/operation.js';
import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import type { RuleStatement } from '../rule.js';
import { repeatOf } from '../state/evidence/repeat-key.js';
import { type InventoryViolation, shownNames } from './inventory-violation.js';

export const TOOL_HINTS: RuleStatement = {
  id: 'inventory/tool-hints',
  severity: 'must',
  statement:
    'A tool that creates a new item at each call does not declare `idempotentHint: true`. A tool that removes an item does not declare `destructiveHint: false`.',
  source: 'MCP 2025-11-25, ToolAnnotations; RFC 9110 §9.2.2: POST is not idempotent',
  repair: 'Set the hints of the tool from the method of its operation.',
};

/**
 * What the hints of tools are compared with: the contract, and its collections (the operations that create, read and
 * remove items of one kind).
 */
export interface HintSubject {
  readonly contract: Contract;
  readonly collections: readonly Collection[];
}

/**
 * Reports hints of tools that contradict their operations. The hints matter because a host may call some tools without
 * asking the user: it may repeat an idempotent tool, and may call a tool that is not destructive. Tools with the same
 * wrong hint become one violation.
 */
export function checkToolHints(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
  { contract, collections }: HintSubject,
): readonly InventoryViolation[] {
  const creates = collections
    .filter((each) => createsEachTime(contract, each))
    .flatMap(({ create }) => create?.id ?? []);
  const removes = collections.flatMap(({ changes = [] }) =>
    changes.flatMap(({ kind, operation }) => (kind === 'remove' ? [operation.id] : [])),
  );
  const declared = new Map(offered.map((entry) => [entry.name, entry] as const));
  const toolsWith = (hint: WrongHint, operations: readonly OperationId[]): readonly ExpectedEntry[] =>
    expected.filter(({ name, operation }) => operations.includes(operation) && isDeclared(hint, declared.get(name)));
  return [
    ...violations(surface, 'idempotent', toolsWith('idempotent', creates)),
    ...violations(surface, 'not-destructive', toolsWith('not-destructive', removes)),
  ];
}

type WrongHint = 'idempotent' | 'not-destructive';

/**
 * Whether a tool declares the wrong hint. If the tool also declares that it only reads, the hint has no meaning (MCP,
 * ToolAnnotations).
 */
function isDeclared(hint: WrongHint, entry: InventoryEntry | undefined): boolean {
  if (entry === undefined || entry.isReadOnly === true) return false;
  return hint === 'idempotent' ? entry.isIdempotent === true : entry.isDestructive === false;
}

/**
 * Whether each call of a create operation makes a new item, so that the operation is not idempotent. Its only success
 * is 201, the service assigns the identifier, and the contract has neither an idempotency key nor a refusal if the item
 * already exists.
 */
function createsEachTime(contract: Contract, { create, read }: Collection): boolean {
  if (create === undefined || read === undefined || create.method !== 'post') return false;
  const statuses = create.responses.map(({ status }) => status);
  const successes = statuses.filter((status) => status.startsWith('2'));
  return (
    successes.length === 1 &&
    successes[0] === '201' &&
    !statuses.some((status) => status === '409' || status === '4XX') &&
    repeatOf(create) === undefined &&
    !isChosenByCaller(contract, create, lastToken(read.id.pointer))
  );
}

/** Matches names of inputs by which a service can recognise that a call is repeated, such as an idempotency key. */
const OF_THE_CALL = /idempot|dedup|request_?id|client_?(?:id|ref|token|key)|external_?id|nonce/i;

/**
 * Whether the caller chooses a value that identifies the item or the call. Also true if the shape of the body is not
 * known.
 */
function isChosenByCaller({ schemas }: Contract, { parameters, requestBody }: Operation, id: string): boolean {
  const bodies = requestBody?.content.map(({ schema }) => schema) ?? [];
  const known = bodies.flatMap((schema) => schema ?? []);
  const members = [...statedMembers(schemas, known).keys()];
  const names = [...members, ...parameters.filter(({ in: place }) => place !== 'path').map(({ name }) => name)];
  return (
    known.length < bodies.length || members.length === 0 || names.some((name) => name === id || OF_THE_CALL.test(name))
  );
}

function violations(surface: string, hint: WrongHint, tools: readonly ExpectedEntry[]): readonly InventoryViolation[] {
  const [first] = tools;
  if (first === undefined) return [];
  const { words, does, expected, received } = TEXTS[hint];
  const shown = shownNames(tools.map(({ name }) => `\`${name}\``));
  return [
    {
      operations: tools.map(({ operation }) => operation),
      violation: {
        surface,
        pointer: joinPointer('/inventory', first.name),
        kind: `declared-${hint}`,
        message: `${surface} declares that ${words(shown)}, but each call ${does}.`,
        expected,
        received,
        blame: 'surface',
        cause: hint,
        repair: `Write \`${expected}\` in the annotations of ${shown} on ${surface}.`,
      },
    },
  ];
}

interface HintTexts extends Readonly<Record<'does' | 'expected' | 'received', string>> {
  readonly words: (tools: string) => string;
}

const TEXTS: Readonly<Record<WrongHint, HintTexts>> = {
  idempotent: {
    words: (tools) => `a repeated call of ${tools} has no further effect`,
    does: 'creates a new item',
    expected: 'idempotentHint: false',
    received: 'idempotentHint: true',
  },
  'not-destructive': {
    words: (tools) => `a call of ${tools} destroys nothing`,
    does: 'removes an item',
    expected: 'destructiveHint: true',
    received: 'destructiveHint: false',
  },
};
