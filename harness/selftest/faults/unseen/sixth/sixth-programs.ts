import type { PlantedFault } from '../../planted-fault.js';

const MCP = 'dist/surfaces/mcp/reference';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/**
 * Bugs of the command line, the tool server and the card, as they occur in real projects. The author of this list had
 * not read the rules of the check.
 */
export const UNSEEN_SIXTH_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-empty-approval-variable-opens',
    class: 'gates',
    from: 'if (approved.has(gate)) return;',
    to: 'if (approved.has(gate) || process.env[environmentName(service, "APPROVE")] === "") return;',
    note: 'A variable for approvals that is set but empty, as in many CI files, opens every gate.',
  },
  {
    ...ON_CLI,
    id: 'cli-approval-of-command-name-opens',
    class: 'gates',
    from: 'if (approved.has(gate)) return;',
    to: 'if (approved.has(gate) || approved.has(command.name)) return;',
    note: 'An approval with the name of the command opens its gate, but an approval must name the gate.',
  },
  {
    ...ON_CLI,
    id: 'cli-unanswered-gate-exits-like-usage',
    class: 'gates',
    from: 'gateUnanswered: 4,',
    to: 'gateUnanswered: 2,',
    note: 'A gate that nobody answered has the exit code of wrong usage, so a script does not know that an approval is missing.',
  },
  {
    ...ON_CLI,
    id: 'cli-output-begins-with-byte-order-mark',
    class: 'replies',
    from: 'write(process.stdout, text.endsWith("\\n") ? text : `${text}\\n`);',
    to: 'write(process.stdout, `\\uFEFF${text}\\n`);',
    note: 'For spreadsheet programs, the output begins with a byte order mark, so it is not JSON (RFC 8259 §8.1).',
  },
  {
    ...ON_CLI,
    id: 'cli-output-long-texts-cut',
    class: 'replies',
    from: 'parsed(reply) !== void 0) return reply.body.toString();',
    to: 'parsed(reply) !== void 0) return JSON.stringify(parsed(reply).value, (_name, member) => typeof member === "string" && member.length > 80 ? `${member.slice(0, 79)}…` : member);',
    note: 'Strings of more than 80 characters are cut for the terminal, also if a script reads the output.',
  },
  {
    ...ON_CLI,
    id: 'cli-media-type-with-charset-unknown',
    class: 'replies',
    from: 'const [essence = ""] = mediaType.toLowerCase().split(";", 1);',
    to: 'const essence = mediaType.toLowerCase();',
    note: 'A reply of the type `application/json; charset=utf-8`, which many services send, is reported as unreadable.',
  },
  {
    ...ON_MCP,
    id: 'mcp-result-cursor-in-camel-case',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: '        return structured(value, reply.text);',
    to: `    {
        const { next_cursor: nextCursor, ...page } = value;
        const shown = nextCursor === undefined ? value : { ...page, nextCursor };
        return structured(shown, JSON.stringify(shown));
    }`,
    operation: 'listItems',
    note: 'A page has its cursor as `nextCursor`, like the lists of the protocol, but the output schema requires `next_cursor`.',
  },
  {
    ...ON_MCP,
    id: 'mcp-problem-detail-hidden',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: '        return { ...structured(value, reply.text), isError: true };',
    to: `    {
        const { detail, ...shown } = value;
        return { ...structured(shown, JSON.stringify(shown)), isError: true };
    }`,
    note: 'So that a model sees no internals, the detail of a problem is removed, although the contract documents it.',
  },
  {
    ...ON_MCP,
    id: 'mcp-result-proto-label-lost',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: "function structured(structuredContent, text) {\n    return { content: [{ type: 'text', text }], structuredContent };",
    to: `function copied(value) {
    if (typeof value !== 'object' || value === null)
        return value;
    const copy = Array.isArray(value) ? [] : {};
    for (const name of Object.keys(value))
        copy[name] = copied(value[name]);
    return copy;
}
function structured(structuredContent, text) {
    return { content: [{ type: 'text', text }], structuredContent: copied(structuredContent) };`,
    note: 'The result is copied member by member, so the label `__proto__`, which the contract permits, is missing.',
  },
  {
    ...ON_MCP,
    id: 'mcp-text-in-code-fence',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: "content: [{ type: 'text', text }], structuredContent };",
    to: "content: [{ type: 'text', text: '```json\\n' + text + '\\n```' }], structuredContent };",
    note: 'The text of a result is a code block of Markdown, but it SHOULD be the JSON of the structured content (MCP, Tools).',
  },
  {
    ...ON_CARD,
    id: 'card-dates-read-leniently',
    class: 'values',
    from: 'textFault(field, control.value), () => control.value)',
    to: 'textFault(field, control.value), () => field.format === "date" && !Number.isNaN(Date.parse(control.value)) ? new Date(control.value).toISOString().slice(0, 10) : control.value)',
    operation: 'createItem',
    note: 'A date is read with `Date`, so 2026-02-30 is stored as 2026-03-02 instead of refused, and `1` becomes a day of 2001.',
  },
  {
    ...ON_CARD,
    id: 'card-blanks-collapse-in-result',
    class: 'replies',
    from: 'service-card pre { margin: .25rem 0 0; white-space: break-spaces;',
    to: 'service-card pre { margin: .25rem 0 0; white-space: normal;',
    also: [
      {
        file: ON_CARD.file,
        from: 'service-card [data-part] { white-space: break-spaces; }',
        to: 'service-card [data-part] { white-space: normal; }',
      },
    ],
    note: 'In the shown result, several blanks look like one blank, so a person cannot distinguish two different names.',
  },
  {
    ...ON_CARD,
    id: 'card-errors-of-one-place-merged',
    class: 'replies',
    from: 'const rows = errors.slice(0, 100).map(',
    to: 'const rows = [...new Map(errors.map((error) => [membersOf(error).pointer, error])).values()].slice(0, 100).map(',
    note: 'Errors are kept by their pointer, as with keys of rows, so of two errors at the same place only the second is shown.',
  },
  {
    ...ON_CARD,
    id: 'card-runs-events-numbered-by-place',
    class: 'streams',
    file: 'dist/surfaces/ui_card/runs.html',
    from: 'log.append(eventItem(event));',
    to: 'log.append(eventItem({ ...event, id: String(log.childElementCount + 1) }));',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'The card shows the place of an event in the list as its identifier, which is wrong for a stream that is continued.',
  },
];
