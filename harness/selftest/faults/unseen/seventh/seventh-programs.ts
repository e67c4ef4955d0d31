import type { PlantedFault } from '../../planted-fault.js';

const MCP = 'dist/surfaces/mcp/reference';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/**
 * Bugs of the command line, the tool server and the card, as they occur in real projects. The author of this list had
 * not read the rules of the check.
 */
export const UNSEEN_SEVENTH_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-problem-after-program-name',
    class: 'replies',
    from: '`${JSON.stringify(error.problem)}\\n$',
    to: '`svc-items: ${JSON.stringify(error.problem)}\\n$',
    note: 'As messages of Unix programs begin, the name of the program is before the problem document, so the line is not JSON.',
  },
  {
    ...ON_CLI,
    id: 'cli-exit-code-is-status-of-reply',
    class: 'replies',
    from: 'throw new Failure(exitCodeForStatus(reply.status), problemOf(reply));',
    to: 'throw new Failure(reply.status, problemOf(reply));',
    note: 'The exit code is the status, of which the system keeps the last eight bits: an unknown item exits with 148 and not with 11.',
  },
  {
    ...ON_CLI,
    id: 'cli-limit-of-ten-by-default',
    class: 'values',
    from: 'else if (required) throw usage(`--${flag} is required.`);',
    to: 'else if (required) throw usage(`--${flag} is required.`);\n\t\telse if (flag === "limit") values.set(flag, ["10"]);',
    operation: 'listItems',
    note: 'Without `--limit`, the limit 10 is sent, so a page has ten items, but the default of the contract is 20.',
  },
  {
    ...ON_CLI,
    id: 'cli-quotes-in-values-removed',
    class: 'values',
    from: 'if (value.length > 0) values.set(flag, value);',
    to: 'if (value.length > 0) values.set(flag, value.map((text) => text.replaceAll(/["\']/g, "")));',
    operation: 'getItem',
    note: 'For shells that pass quotes on, all quotes are removed from values: the item `quo"te\'d` is not found.',
  },
  {
    ...ON_CLI,
    id: 'cli-empty-body-counts-as-missing',
    class: 'rejection',
    from: 'if (text !== void 0) return Buffer.from(text);',
    to: 'if (text) return Buffer.from(text);',
    operation: 'createItem',
    note: 'An empty text is falsy: `--body ""` is refused as a missing flag, although it is given, and no request is sent.',
    equivalent: 'An empty text is not JSON, and a program may refuse an invalid body before it sends a request.',
  },
  {
    ...ON_CLI,
    id: 'cli-runs-conflict-is-success',
    class: 'replies',
    file: 'dist/surfaces/cli/svc-runs.cjs',
    from: 'if (reply.status < 200 || reply.status > 299) throw',
    to: 'if (reply.status === 409) return reply.body.toString();\n\tif (reply.status < 200 || reply.status > 299) throw',
    operation: 'runScienceLoop',
    narrowing: { contract: 'runs' },
    note: 'A run that exists is taken for done: with another request under its identifier, the program prints the problem and exits with 0.',
  },
  {
    ...ON_MCP,
    id: 'mcp-run-schema-seed-of-31-bits',
    class: 'generation',
    file: 'dist/surfaces/mcp/science_runtime/run-science-loop.js',
    from: 'maximum: 4_294_967_295',
    to: 'maximum: 2_147_483_647',
    operation: 'runScienceLoop',
    narrowing: { contract: 'runs' },
    note: 'The declared maximum of a seed is that of a signed integer, so clients that check arguments refuse half of all seeds.',
  },
  {
    ...ON_MCP,
    id: 'mcp-result-numbers-with-one-decimal',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: 'return JSON.parse(text);',
    to: "return JSON.parse(text, (_name, member) => (typeof member === 'number' && !Number.isInteger(member) ? Math.round(member * 10) / 10 : member));",
    note: 'So that a model reads short numbers, the structured content has one decimal: a price of 19.99 is returned as 20.',
  },
  {
    ...ON_MCP,
    id: 'mcp-null-parameters-omitted',
    class: 'values',
    file: `${MCP}/call/place-arguments.js`,
    from: 'if (Object.hasOwn(given, placement.argument))',
    to: 'if (Object.hasOwn(given, placement.argument) && given[placement.argument] !== null)',
    operation: 'listItems',
    note: 'A limit of null is not sent, because models write null for optional arguments, but null is invalid and must be refused.',
  },
  {
    ...ON_MCP,
    id: 'mcp-result-long-digits-redacted',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: '        return structured(value, reply.text);',
    to: `    {
        const text = reply.text.replaceAll(/"\\d{13,19}"/g, '"[redacted]"');
        return structured(JSON.parse(text), text);
    }`,
    note: 'Strings of 13 to 19 digits are taken for card numbers and hidden, also the serial of an item, which then breaks its pattern.',
  },
  {
    ...ON_CARD,
    id: 'card-keepalive-limits-body',
    class: 'network',
    from: 'referrerPolicy: "no-referrer"',
    to: 'referrerPolicy: "no-referrer",\n\t\t\tkeepalive: true',
    operation: 'createItem',
    note: 'Browsers refuse a request with `keepalive` and a body of more than 64 KiB, so a large item shows no answer and not 413.',
  },
  {
    ...ON_CARD,
    id: 'card-null-becomes-empty-text',
    class: 'values',
    from: 'return way === "null" || body === void 0 ? {\n\t\t\tkind: "value",\n\t\t\tvalue: null',
    to: 'return way === "null" || body === void 0 ? {\n\t\t\tkind: "value",\n\t\t\tvalue: ""',
    operation: 'createItem',
    note: 'React warns about controls with the value null, so it was replaced: a note of null is stored as an empty text.',
  },
  {
    ...ON_CARD,
    id: 'card-list-entries-split-at-commas',
    class: 'values',
    from: '(entries) => entries.map(([, value]) => value)',
    to: '(entries) => entries.flatMap(([, value]) => typeof value === "string" ? value.split(",").map((text) => text.trim()) : [value])',
    operation: 'createItem',
    note: 'As in fields for tags, an entry is split at commas and trimmed: the tag `a, b` is sent as two tags, and a blank tag is lost.',
  },
  {
    ...ON_CARD,
    id: 'card-runs-event-types-in-capitals',
    class: 'streams',
    file: 'dist/surfaces/ui_card/runs.html',
    from: 'visibleJson(event).slice(1, -1)',
    to: 'visibleJson(event).slice(1, -1).replace(/^[a-z]/, (letter) => letter.toUpperCase())',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'The type of an event is shown with a capital as `Queued`, but types of events are case-sensitive values of the contract.',
  },
];
