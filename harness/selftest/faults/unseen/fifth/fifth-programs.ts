import type { PlantedFault } from '../../planted-fault.js';

const MCP = 'dist/surfaces/mcp/reference';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/**
 * Bugs of the command line, the tool server and the card, as they occur in real projects. The author of this list had
 * not read the rules of the check.
 */
export const UNSEEN_FIFTH_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-answer-is-not-awaited',
    class: 'gates',
    from: 'if (!await ask(',
    to: 'if (!ask(',
    note: 'The question is asked, but its answer is not awaited: the request is sent before a person has answered, even after `n`.',
  },
  {
    ...ON_CLI,
    id: 'cli-body-from-input-needs-no-approval',
    class: 'gates',
    from: 'await passGate(program, invocation, request.target);',
    to: 'if (!args.includes("-")) await passGate(program, invocation, request.target);',
    operation: 'createItem',
    note: 'If the body comes from standard input, nobody can be asked, so the gate is skipped and the item is created without approval.',
  },
  {
    ...ON_CLI,
    id: 'cli-exit-code-of-hundreds',
    class: 'replies',
    from: 'return BY_STATUS.get(status) ?? EXIT.other;',
    to: 'return BY_STATUS.get(status - status % 100) ?? EXIT.other;',
    note: 'Every 4xx has the exit code of 400, so a script cannot distinguish a missing item from a wrong token.',
  },
  {
    ...ON_CLI,
    id: 'cli-output-names-with-dashes',
    class: 'replies',
    from: 'parsed(reply) !== void 0) return reply.body.toString();',
    to: 'parsed(reply) !== void 0) return reply.body.toString().replaceAll(/"\\w+":/g, (name) => name.replaceAll("_", "-"));',
    note: 'The names of the output are written like flags: a script finds `item-id` and not the `item_id` of the contract.',
  },
  {
    ...ON_CLI,
    id: 'cli-body-file-read-as-text',
    class: 'values',
    from: 'return (0, node_fs.readFileSync)(file === "-" ? 0 : file);',
    to: 'return Buffer.from((0, node_fs.readFileSync)(file === "-" ? 0 : file, "utf8"));',
    operation: 'createItem',
    note: 'Bytes of a file that are not UTF-8 are replaced, so an item with a wrong name is stored instead of refused with 400.',
  },
  {
    ...ON_CLI,
    id: 'cli-stays-until-time-limit',
    class: 'network',
    from: 'request.on("error", fail).on("close", () => clearTimeout(timer));',
    to: 'request.on("error", fail);',
    narrowing: { operations: ['listItems'] },
    note: 'The timer of the time limit is not stopped, so the command prints its result and then does not end for a minute.',
  },
  {
    ...ON_MCP,
    id: 'mcp-result-big-numbers-are-texts',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: 'return JSON.parse(text);',
    to: "return JSON.parse(text, (_name, member) => (typeof member === 'number' && Math.abs(member) > 0x7fffffff ? String(member) : member));",
    note: 'Numbers of more than 31 bits are strings in the structured content, which its output schema does not permit.',
  },
  {
    ...ON_MCP,
    id: 'mcp-body-text-becomes-list',
    class: 'values',
    file: `${MCP}/call/place-arguments.js`,
    from: 'return JSON.stringify(value);',
    to: "return JSON.stringify(value, (name, member) => (name === 'tags' && typeof member === 'string' ? [member] : member));",
    operation: 'createItem',
    note: 'Models often send one string for a list: tags of `valve` are stored as a list, but the contract requires a refusal.',
  },
  {
    ...ON_MCP,
    id: 'mcp-runs-output-value-is-integer',
    class: 'replies',
    file: 'dist/surfaces/mcp/science_runtime/run-science-loop.js',
    from: "value: { type: 'number' },",
    to: "value: { type: 'integer' },",
    operation: 'runScienceLoop',
    narrowing: { contract: 'runs' },
    note: 'The output schema, which is written by hand, permits only whole values, so clients refuse the result of nearly every run.',
  },
  {
    ...ON_MCP,
    id: 'mcp-lone-surrogate-is-protocol-error',
    class: 'rejection',
    file: `${MCP}/call/spell-parameter.js`,
    from: 'if (error instanceof URIError || error instanceof RangeError)',
    to: 'if (error instanceof RangeError)',
    note: 'An identifier with a lone surrogate gets the protocol error `URI malformed` and not a problem document with its place.',
  },
  {
    ...ON_CARD,
    id: 'card-times-with-offset-refused',
    class: 'values',
    from: 'const length = [...text].length;',
    to: 'if (arguments[0].format === "date-time" && !text.endsWith("Z")) return "must be a time that ends with Z";\n\t\tconst length = [...text].length;',
    operation: 'createItem',
    note: 'As the default of a schema library, a time must end with `Z`, so an `observed_at` with an offset cannot be sent.',
  },
  {
    ...ON_CARD,
    id: 'card-reply-characters-split',
    class: 'replies',
    from: 'text += decoder.decode(part.value, { stream: true });',
    to: 'text += decoder.decode(part.value);',
    note: 'A character that is split over two chunks of a reply is shown as replacement characters.',
  },
  {
    ...ON_CARD,
    id: 'card-status-of-document',
    class: 'replies',
    from: 'view.append(heading(typeof title === "string" ? title : "It failed"), ...statusLines(reply));',
    to: 'view.append(heading(typeof title === "string" ? title : "It failed"), ...statusLines({ status: reply.value?.status ?? reply.status }));',
    note: 'The card shows the status that the problem document contains, which differs from the status of the reply behind some proxies.',
    equivalent:
      'RFC 9457 §3.1.2: the status of the document is advisory, and a person who reads the card may be shown either of the two.',
  },
  {
    ...ON_CARD,
    id: 'card-corrected-token-ignored',
    class: 'rejection',
    from: 'return async (operation, args, signal, onEvent) => {\n\t\t\tconst { base: common, servers, token } = connection();',
    to: 'let known;\n\t\treturn async (operation, args, signal, onEvent) => {\n\t\t\tconst { base: common, servers, token } = known ??= connection();',
    note: 'The fields of the connection are read once, so after a refused token a person enters the right token and is refused again.',
  },
];
