import { IN_HOST, type PlantedFault } from '../../planted-fault.js';

const MCP = 'dist/surfaces/mcp';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/**
 * Bugs of the command line, the tool server and the card, as they occur in real projects. The author of this list had
 * not read the rules of the check.
 */
export const UNSEEN_FOURTEENTH_MORE: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-help-of-denial-names-approval',
    class: 'gates',
    from: 'over an approval. Also ${variable("DENY")}.',
    to: 'over an approval. Also ${variable("APPROVE")}.',
    note: 'The help names SVC_APPROVE as the variable that denies a gate. Whoever follows it approves the gate.',
  },
  {
    ...ON_CLI,
    id: 'cli-invalid-input-exits-as-malformed',
    class: 'generation',
    from: '[422, 17]',
    to: '[422, 16]',
    note: 'Invalid input has the exit code of malformed JSON, so scripts take one failure for the other.',
  },
  {
    ...ON_CLI,
    id: 'cli-charset-is-not-json',
    class: 'replies',
    from: 'const [essence = ""] = mediaType.toLowerCase().split(";", 1);',
    to: 'const essence = mediaType.toLowerCase();',
    operation: 'getItem',
    note: 'A reply of the type `application/json; charset=utf-8` is not recognised as JSON and counts as a failure.',
  },
  {
    ...ON_MCP,
    id: 'mcp-creating-is-read-only',
    class: 'gates',
    file: `${MCP}/generated/tools.js`,
    from: "title: 'Create an item',\n                readOnlyHint: false,",
    to: "title: 'Create an item',\n                readOnlyHint: true,",
    operation: 'createItem',
    note: 'The tool that creates items is declared as read-only, so hosts call it without asking the person.',
  },
  {
    ...ON_MCP,
    id: 'mcp-text-is-object-object',
    class: 'values',
    file: `${MCP}/reference/call/result.js`,
    from: "return { content: [{ type: 'text', text }], structuredContent };",
    to: "return { content: [{ type: 'text', text: String(structuredContent) }], structuredContent };",
    operation: 'getItem',
    note: 'The text of a result is `[object Object]`, so models that read only text do not see the item.',
  },
  {
    ...ON_MCP,
    id: 'mcp-problem-document-is-not-json',
    class: 'replies',
    file: `${MCP}/reference/call/result.js`,
    from: "if (mediaType !== 'application/json' && !mediaType.endsWith('+json'))",
    to: "if (mediaType !== 'application/json')",
    operation: 'getItem',
    note: 'The problem document of the service is no longer read: its failures have the type `about:blank`.',
  },
  {
    ...ON_MCP,
    id: 'mcp-run-objective-missing',
    class: 'contract',
    file: `${MCP}/science_runtime/run-science-loop.js`,
    from: "enum: ['sphere', 'rosenbrock', 'rastrigin'],",
    to: "enum: ['sphere', 'rosenbrock'],",
    operation: 'runScienceLoop',
    narrowing: { contract: 'runs' },
    note: 'The input schema, which is written by hand, lacks one of the objectives, so clients refuse it.',
  },
  {
    ...ON_CARD,
    id: 'card-texts-trimmed',
    class: 'values',
    from: 'textFault(field, control.value), () => control.value)',
    to: 'textFault(field, control.value), () => control.value.trim())',
    operation: 'createItem',
    note: 'White space at the ends of texts is removed, so a name of one space is sent as an empty name.',
  },
  {
    ...ON_CARD,
    id: 'card-emoji-count-twice',
    class: 'rejection',
    from: 'const length = [...text].length;',
    to: 'const length = text.length;',
    operation: 'createItem',
    note: 'Lengths are counted in UTF-16 units, so a name of 120 emoji, which the contract allows, is refused.',
  },
  {
    ...ON_CARD,
    id: 'card-result-without-error-flag-fails',
    class: 'replies',
    from: 'const isSuccess = isError !== true;',
    to: 'const isSuccess = isError === false;',
    narrowing: IN_HOST,
    note: 'A tool result without the optional `isError` is shown as a failure, although the call succeeded.',
  },
];
