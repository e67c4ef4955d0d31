import type { PlantedFault } from '../../planted-fault.js';

const MCP = 'dist/surfaces/mcp';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/**
 * Bugs of the command line, the tool server and the card, as they occur in real projects. The author of this list had
 * not read the rules of the check.
 */
export const UNSEEN_EIGHTH_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-deny-flag-replaces-variable',
    class: 'gates',
    from: 'new Set([...given["deny"] ?? [], ...commaSeparated(variable("DENY"))])',
    to: 'new Set(given["deny"] ?? commaSeparated(variable("DENY")))',
    note: 'A flag `--deny` for another gate replaces `SVC_DENY`, so a command is sent although the variable closes its gate.',
  },
  {
    ...ON_CLI,
    id: 'cli-next-page-hint-on-stdout',
    class: 'replies',
    from: 'if (text !== "") write(process.stdout, text.endsWith("\\n") ? text : `${text}\\n`);',
    to: `if (text !== "") write(process.stdout, text.endsWith("\\n") ? text : \`\${text}\\n\`);
		const cursor = /"next_cursor":"([^"]+)"}$/.exec(text)?.[1];
		if (cursor !== void 0) write(process.stdout, \`More items follow: --cursor=\${cursor}\\n\`);`,
    operation: 'listItems',
    note: 'If another page follows, a hint for the user is written to standard output after the page, so the output is not one JSON document.',
  },
  {
    ...ON_CLI,
    id: 'cli-line-end-escapes-in-body-replaced',
    class: 'values',
    from: 'if (text !== void 0) return Buffer.from(text);',
    to: 'if (text !== void 0) return Buffer.from(text.replaceAll("\\\\n", "\\n"));',
    operation: 'createItem',
    note: 'As with `echo -e`, `\\n` in `--body` becomes a line end, which a JSON string must not contain, so a valid item gets 400.',
  },
  {
    ...ON_CLI,
    id: 'cli-failed-run-exits-with-one',
    class: 'replies',
    file: 'dist/surfaces/cli/svc-runs.cjs',
    from: 'return EXIT.ok;',
    to: 'return /"state": *"failed"/.test(text) ? 1 : EXIT.ok;',
    operation: 'runScienceLoop',
    narrowing: { contract: 'runs' },
    note: 'A run that ended as `failed` exits with 1, which is the code of no failure, but the reply is a documented success.',
  },
  {
    ...ON_CLI,
    id: 'cli-truncated-reply-is-read',
    class: 'network',
    from: 'response.on("error", fail);\n\tresponse.on("end", () => {',
    to: 'response.on("error", () => {});\n\tresponse.on("close", () => {',
    note: 'If the connection breaks within a reply, the part that arrived is taken for the whole reply, and the exit code is not that of a network failure.',
  },
  {
    ...ON_MCP,
    id: 'mcp-text-of-result-shortened',
    class: 'replies',
    file: `${MCP}/reference/call/result.js`,
    from: "return { content: [{ type: 'text', text }], structuredContent };",
    to: "return { content: [{ type: 'text', text: text.length > 1000 ? `${text.slice(0, 1000)}…` : text }], structuredContent };",
    note: 'To save tokens, the text of a result ends after 1,000 characters, so it is not the JSON of the structured content.',
  },
  {
    ...ON_MCP,
    id: 'mcp-body-string-parsed-as-json',
    class: 'values',
    file: `${MCP}/reference/call/place-arguments.js`,
    from: '        return JSON.stringify(value);',
    to: `        return typeof value === 'string' && parses(value) ? value : JSON.stringify(value);`,
    also: [
      {
        file: `${MCP}/reference/call/place-arguments.js`,
        from: "const ACCEPTED = 'application/json, application/problem+json';",
        to: `const ACCEPTED = 'application/json, application/problem+json';
function parses(text) {
    try {
        return JSON.parse(text) !== undefined;
    }
    catch {
        return false;
    }
}`,
      },
    ],
    operation: 'createItem',
    note: 'Because models often quote objects, a body that is a string of JSON is sent without its quotes: the string `"{\\"name\\":\\"x\\"}"` creates an item.',
  },
  {
    ...ON_MCP,
    id: 'mcp-reply-decoded-by-chunk',
    class: 'replies',
    file: `${MCP}/reference/call/exchange.js`,
    from: 'text: Buffer.concat(chunks).toString()',
    to: "text: chunks.map(String).join('')",
    note: 'Each chunk of a reply is decoded by itself, so a character that two chunks share becomes replacement characters.',
  },
  {
    ...ON_MCP,
    id: 'mcp-concurrent-calls-share-request',
    class: 'state',
    file: `${MCP}/reference/call/call-tool.js`,
    from: `export async function callTool(tool, given, service, signal) {
    const placed = placeArguments(tool, given, service.token);`,
    to: `let placed;
export async function callTool(tool, given, service, signal) {
    placed = placeArguments(tool, given, service.token);
    await new Promise((resolve) => setImmediate(resolve));`,
    note: 'The prepared request is kept in a variable of the module, so of two calls at the same time, both send the request of the second.',
  },
  {
    ...ON_MCP,
    id: 'generator-mcp-exclusive-limits-become-inclusive',
    class: 'generation',
    file: `${MCP}/tools/closed-schema.js`,
    from: 'members.push([keyword, closedKeyword(closing, uri, gone, keyword, value)]);',
    to: "members.push([keyword.replace('exclusiveM', 'm'), closedKeyword(closing, uri, gone, keyword, value)]);",
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'Tool schemas have `minimum` instead of `exclusiveMinimum`, so they permit a width of 0, which the contract forbids.',
  },
  {
    ...ON_CARD,
    id: 'card-submits-twice',
    class: 'state',
    from: 'event.preventDefault();\n\t\t\tconst args',
    to: 'if (event.type === "submit") event.preventDefault();\n\t\t\tconst args',
    also: [
      {
        file: ON_CARD.file,
        from: 'async start(args) {\n\t\t\tthis.cancel();',
        to: 'async start(args) {\n\t\t\tthis.output.replaceChildren();',
      },
    ],
    operation: 'createItem',
    note: 'The click on the button and the submission of the form are both handled, and a running call is not noticed, so each call is made twice.',
  },
  {
    ...ON_CARD,
    id: 'card-long-answer-cut',
    class: 'replies',
    from: 'const text = reply.isJson ? visibleJson(reply.value) : String(reply.value);',
    to: 'const text = (reply.isJson ? visibleJson(reply.value) : String(reply.value)).slice(0, 1e4);',
    note: 'The place with the label "The whole answer" shows only the first 10,000 characters of an answer.',
  },
  {
    ...ON_CARD,
    id: 'card-log-keeps-ten-events',
    class: 'streams',
    file: 'dist/surfaces/ui_card/runs.html',
    from: 'log.append(eventItem(event));',
    to: 'log.append(eventItem(event));\n\t\t\tif (log.childElementCount > 10) log.firstElementChild?.remove();',
    operation: 'streamRunEvents',
    narrowing: { contract: 'runs' },
    note: 'As in a log with a limited number of lines, the oldest events of a run disappear when it has more than ten.',
  },
  {
    ...ON_CARD,
    id: 'card-connection-labels-name-nothing',
    class: 'values',
    from: 'element("label", { for: control.id }, label)',
    to: 'element("label", { for: label }, label)',
    note: 'The labels of the base URL and of the token refer to no field, so these fields have no accessible name.',
  },
  {
    ...ON_CARD,
    id: 'card-numbers-rounded-to-thousandths',
    class: 'values',
    from: 'checked(control, label, numberFault(field, control.value), () => Number(control.value))',
    to: 'checked(control, label, numberFault(field, control.value), () => field.integer ? Number(control.value) : Math.round(Number(control.value) * 1e3) / 1e3)',
    operation: 'createItem',
    note: 'Numbers that are not integers are rounded to three decimals, so the width of an item differs from the entered one.',
  },
];
