import type { PlantedFault } from '../planted-fault.js';

const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const MCP = 'dist/surfaces/mcp/reference';
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/**
 * Bugs of the command line, the tool server and the card. The author of this list had not read the rules of the check.
 */
export const UNSEEN_EVERYDAY_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-base-path-lost',
    class: 'values',
    from: 'target: `${baseUrl.pathname.replace(/\\/+$/, "")}${draft.path}${query}`,',
    to: 'target: `${draft.path}${query}`,',
  },
  {
    ...ON_CLI,
    id: 'cli-colour-always',
    class: 'replies',
    from: 'write(process.stdout, text.endsWith("\\n") ? text : `${text}\\n`);',
    to: 'write(process.stdout, `\\u001b[32m${text}\\u001b[0m\\n`);',
    operation: 'getItem',
  },
  {
    ...ON_CLI,
    id: 'cli-problem-on-several-lines',
    class: 'replies',
    from: '`${JSON.stringify(error.problem)}\\n${error.hint',
    to: '`${JSON.stringify(error.problem, null, 2)}\\n${error.hint',
    operation: 'getItem',
    equivalent:
      'A command line prints the problem as JSON on standard error. No rule requires that the JSON is on one line.',
  },
  {
    ...ON_CLI,
    id: 'cli-deny-flag-only-first',
    class: 'gates',
    from: '...given["deny"] ?? [], ...commaSeparated(variable("DENY"))',
    to: '...(given["deny"] ?? []).slice(0, 1), ...commaSeparated(variable("DENY")).slice(0, 1)',
  },
  {
    ...ON_CLI,
    id: 'cli-approval-remembered-in-variable-order',
    class: 'gates',
    from: 'if (approved.has(gate)) return;',
    to: 'if (approved.size > 0 && [...approved].at(-1) === gate) return;',
  },
  {
    ...ON_CLI,
    id: 'cli-body-line-ends-normalised',
    class: 'values',
    from: 'if (text !== void 0) return Buffer.from(text);',
    to: 'if (text !== void 0) return Buffer.from(text.replaceAll("\\\\r\\\\n", "\\\\n"));',
    operation: 'createItem',
  },
  {
    ...ON_CLI,
    id: 'cli-accepts-any-2xx-type',
    class: 'replies',
    from: 'if (!json && returns.includes("text"))',
    to: 'if (reply.body.byteLength > 0 && !json)',
  },
  {
    ...ON_MCP,
    id: 'mcp-ten-errors-only',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: 'return { ...structured(value, reply.text), isError: true };',
    to: 'return { ...structured(Array.isArray(value.errors) ? { ...value, errors: value.errors.slice(0, 10) } : value, reply.text), isError: true };',
  },
  {
    ...ON_MCP,
    id: 'mcp-charset-is-no-json',
    class: 'replies',
    file: `${MCP}/call/exchange.js`,
    from: "(response.headers['content-type'] ?? '').split(';', 1)[0]?.trim()",
    to: "(response.headers['content-type'] ?? '').trim()",
  },
  {
    ...ON_MCP,
    id: 'mcp-undeclared-tool',
    class: 'generation',
    file: 'dist/surfaces/mcp/reference/serving/tool-server.js',
    from: 'listTools(request.params?.cursor, tools, PAGE_SIZE, card)',
    to: "listTools(request.params?.cursor, [...tools, { definition: { ...tools[0].definition, name: 'delete_everything' } }], PAGE_SIZE, card)",
  },
  {
    ...ON_MCP,
    id: 'mcp-base-path-lost',
    class: 'values',
    file: `${MCP}/call/service.js`,
    from: "prefix: url.pathname.replace(/\\/+$/, ''),",
    to: "prefix: '',",
  },
  {
    ...ON_MCP,
    id: 'mcp-body-normalised',
    class: 'values',
    file: `${MCP}/call/place-arguments.js`,
    from: 'return JSON.stringify(value);',
    to: "return JSON.stringify(value).normalize('NFC');",
    operation: 'createItem',
  },
  {
    ...ON_MCP,
    id: 'mcp-text-html-escaped',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: "return { content: [{ type: 'text', text }], structuredContent };",
    to: "return { content: [{ type: 'text', text: text.replaceAll('<', '&lt;') }], structuredContent };",
  },
  {
    ...ON_MCP,
    id: 'mcp-read-tool-destructive',
    class: 'generation',
    file: 'dist/surfaces/mcp/generated/tools.js',
    from: "title: 'Fetch an item', readOnlyHint: true,",
    to: "title: 'Fetch an item', readOnlyHint: false,",
    operation: 'getItem',
    equivalent:
      'MCP 2025-11-25, ToolAnnotations: `readOnlyHint` is false by default, so the hint of a tool that only reads may be false.',
  },
  {
    ...ON_CARD,
    id: 'card-first-20-elements',
    class: 'replies',
    from: 'JSON.stringify(value, null, 2).replace(UNSEEN',
    to: 'JSON.stringify(value, (_, each) => Array.isArray(each) ? each.slice(0, 20) : each, 2).replace(UNSEEN',
    operation: 'listItems',
  },
  {
    ...ON_CARD,
    id: 'card-five-errors-only',
    class: 'replies',
    from: 'errors.slice(0, 100).map(',
    to: 'errors.slice(0, 5).map(',
    operation: 'createItem',
    equivalent: 'The card also shows the whole problem document.',
  },
  {
    ...ON_CARD,
    id: 'card-base-path-lost',
    class: 'values',
    from: 'return fetch(base.replace(/\\/+$/, "") + target,',
    to: 'return fetch(new URL(target, base),',
  },
  {
    ...ON_CARD,
    id: 'card-smart-quotes',
    class: 'values',
    from: 'if (isJson(bodyType)) return plain(JSON.stringify(value));',
    to: 'if (isJson(bodyType)) return plain(JSON.stringify(value, (_, each) => typeof each === "string" ? each.replace(/\'/g, "\\u2019") : each));',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-choice-of-two',
    class: 'values',
    from: '"\\"active\\"",\n\t\t\t\t\t\t\t\t\t\t"\\"archived\\""',
    to: '"\\"active\\""',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-price-step-of-one',
    class: 'values',
    from: 'name: "price",\n\t\t\t\t\t\t\t\tdescription: "A multiple of one hundredth.",\n\t\t\t\t\t\t\t\trequired: false,\n\t\t\t\t\t\t\t\tnullable: false,\n\t\t\t\t\t\t\t\tfield: {\n\t\t\t\t\t\t\t\t\tkind: "number",\n\t\t\t\t\t\t\t\t\tinteger: false,',
    to: 'name: "price",\n\t\t\t\t\t\t\t\tdescription: "A multiple of one hundredth.",\n\t\t\t\t\t\t\t\trequired: false,\n\t\t\t\t\t\t\t\tnullable: false,\n\t\t\t\t\t\t\t\tfield: {\n\t\t\t\t\t\t\t\t\tkind: "number",\n\t\t\t\t\t\t\t\t\tinteger: true,',
    operation: 'createItem',
  },
];
