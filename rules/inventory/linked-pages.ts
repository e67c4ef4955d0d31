import type { ExpectedEntry, InventoryEntry } from '../../surfaces/driver.js';
import { type LinkedPage, PAGE_MEDIA_TYPE } from '../../surfaces/hosted-page.js';
import type { Violation } from '../finding.js';
import type { RuleStatement } from '../rule.js';
import type { InventoryViolation } from './inventory-violation.js';

export const LINKED_PAGES: RuleStatement = {
  id: 'inventory/linked-pages',
  severity: 'must',
  statement: `The page that a tool names in \`_meta.ui.resourceUri\` has an address that starts with \`ui://\`, can be read with resources/read, and has the media type \`${PAGE_MEDIA_TYPE}\`.`,
  source: 'MCP Apps 2026-01-26 (SEP-1865), UI Resource Format; MCP 2025-11-25, Resources (resources/read)',
  repair: `Name the address of a resource that resources/read returns with the media type \`${PAGE_MEDIA_TYPE}\`.`,
};

/**
 * Reports faults of the HTML pages to which tools refer in `_meta.ui.resourceUri`. If several tools or pages have the
 * same fault, there is one violation.
 */
export function checkLinkedPages(
  surface: string,
  expected: readonly ExpectedEntry[],
  offered: readonly InventoryEntry[],
): readonly InventoryViolation[] {
  const operationOf = new Map(expected.map(({ name, operation }) => [name, operation] as const));
  const faulty = offered.flatMap(({ name, page }) => {
    const operation = operationOf.get(name);
    const fault = page && faultOf(page);
    return operation === undefined || page === undefined || fault === undefined ? [] : [{ operation, page, fault }];
  });
  const keys = new Set(faulty.map(({ fault }) => keyOf(fault)));
  return [...keys].flatMap((key) => {
    const group = faulty.filter(({ fault }) => keyOf(fault) === key);
    const [first] = group;
    if (first === undefined) return [];
    const uris = [...new Set(group.map(({ page }) => page.uri))].toSorted();
    return [
      {
        operations: group.map(({ operation }) => operation),
        violation: violation(surface, uris, group.length, first.fault),
      },
    ];
  });
}

interface PageFault {
  readonly kind: 'page-address' | 'page-unreadable' | 'page-media-type';
  /** What is wrong with a page, as a relative clause for a message: `which is not a ui:// address`. */
  readonly text: string;
  readonly mediaType?: string;
}

function keyOf({ kind, mediaType = '' }: PageFault): string {
  return `${kind} ${mediaType}`;
}

function faultOf({ uri, reading }: LinkedPage): PageFault | undefined {
  if (!uri.startsWith('ui://')) return { kind: 'page-address', text: 'which is not a ui:// address' };
  if (reading.kind === 'unreadable')
    return { kind: 'page-unreadable', text: `which cannot be read: ${reading.reason}` };
  const { mediaType = '(none)' } = reading;
  return mediaType === PAGE_MEDIA_TYPE
    ? undefined
    : { kind: 'page-media-type', text: `whose media type is ${JSON.stringify(mediaType)}`, mediaType };
}

function violation(
  surface: string,
  uris: readonly string[],
  tools: number,
  { kind, text, mediaType }: PageFault,
): Violation {
  const [uri = ''] = uris;
  const who = tools === 1 ? `A tool of ${surface} names` : `${tools} tools of ${surface} name`;
  const what = uris.length === 1 ? `the page ${uri}` : `${uris.length} pages, such as ${uri}`;
  return {
    surface,
    pointer: '/inventory',
    kind,
    message: `${who} ${what}, ${text}.`,
    expected: kind === 'page-media-type' ? PAGE_MEDIA_TYPE : kind === 'page-address' ? 'ui://…' : 'a readable page',
    received: mediaType ?? uris,
    blame: 'surface',
    cause: kind,
    repair: REPAIRS[kind],
  };
}

const REPAIRS: Readonly<Record<PageFault['kind'], string>> = {
  'page-address': 'Register the page under an address that starts with `ui://`, and name that address in the tools.',
  'page-unreadable':
    'Name the address of a resource of the server in `_meta.ui.resourceUri`, and return this resource from resources/read.',
  'page-media-type': `Return the page from resources/read with \`mimeType: '${PAGE_MEDIA_TYPE}'\`.`,
};
