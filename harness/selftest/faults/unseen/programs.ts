import { IN_HOST, type PlantedFault } from '../planted-fault.js';

const MCP = 'dist/surfaces/mcp/reference';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_CLI_RUNS = { ...ON_CLI, file: 'dist/surfaces/cli/svc-runs.cjs', operation: 'runScienceLoop' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;
const ON_MCP_RUNS = { ...ON_MCP, operation: 'runScienceLoop' } as const;
const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;
const ON_CARD_RUNS = {
  ...ON_CARD,
  file: 'dist/surfaces/ui_card/runs.html',
  operation: 'streamRunEvents',
} as const;

/**
 * Bugs of the command line, the tool server and the card. The author of this list did not know the other lists of
 * faults.
 */
export const UNSEEN_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-stdin-first-chunk',
    class: 'values',
    from: 'return (0, node_fs.readFileSync)(file === "-" ? 0 : file);',
    to: 'if (file !== "-") return (0, node_fs.readFileSync)(file);\n\t\tconst chunk = Buffer.alloc(4096);\n\t\treturn chunk.subarray(0, (0, node_fs.readSync)(0, chunk));',
    operation: 'createItem',
  },
  {
    ...ON_CLI,
    id: 'cli-approve-flag-beats-deny-variable',
    class: 'gates',
    from: 'denied: /* @__PURE__ */ new Set([...given["deny"] ?? [], ...commaSeparated(variable("DENY"))])',
    to: 'denied: new Set([...given["deny"] ?? [], ...given["approve"] === void 0 ? commaSeparated(variable("DENY")) : []])',
    operation: 'getItem',
  },
  {
    ...ON_CLI,
    id: 'cli-base-url-variable-wins',
    class: 'values',
    from: 'single("base-url", given, usage) ?? setUrl(command, variable)',
    to: 'setUrl(command, variable) || (single("base-url", given, usage) ?? "")',
    operation: 'listItems',
  },
  {
    ...ON_CLI,
    id: 'cli-multibyte-across-chunks',
    class: 'replies',
    from: 'chunks.push(chunk);',
    to: 'chunks.push(Buffer.from(chunk.toString()));',
    operation: 'getItem',
  },
  {
    ...ON_CLI,
    id: 'cli-flag-value-second-equals',
    class: 'values',
    from: 'args: [...args],',
    to: 'args: args.map((arg) => arg.startsWith("--") ? arg.split("=", 2).join("=") : arg),',
    operation: 'getItem',
  },
  {
    ...ON_CLI,
    id: 'cli-item-id-normalised',
    class: 'values',
    from: 'return encodeURIComponent(text).replace(/[!',
    to: 'return encodeURIComponent(text.normalize()).replace(/[!',
    operation: 'getItem',
  },
  {
    ...ON_CLI,
    id: 'cli-limit-parse-int',
    class: 'rejection',
    from: 'const texts = given.map(encoderOf(flag));\n\tif (flag.json !== true && flag.explode)',
    to: 'const texts = given.map((text) => flag.type === "integer" ? String(parseInt(text, 10)) : text).map(encoderOf(flag));\n\tif (flag.json !== true && flag.explode)',
    operation: 'listItems',
  },
  {
    ...ON_CLI,
    id: 'cli-large-page-warning-on-stdout',
    class: 'replies',
    from: 'return exchange(invocation, request);',
    to: 'if (Number(invocation.values.get("limit")?.[0]) > 50) console.log("Warning: large pages may be slow.");\n\treturn exchange(invocation, request);',
    operation: 'listItems',
  },
  {
    ...ON_CLI,
    id: 'cli-end-of-input-approves',
    class: 'gates',
    from: 'process.stdin.once("end", () => answer(""));',
    to: 'process.stdin.once("end", () => answer("yes"));',
    operation: 'getItem',
  },
  {
    ...ON_CLI,
    id: 'cli-token-newline-crash',
    class: 'rejection',
    from: 'if (/^[!-~]*$/.test(text)) return text === "" ? void 0 : text;',
    to: 'return text === "" ? void 0 : text;',
    operation: 'listItems',
  },
  {
    ...ON_CLI,
    id: 'cli-broken-pipe-crash',
    class: 'replies',
    from: 'if (error.code !== "EPIPE") throw error;',
    to: 'throw error;',
    operation: 'listItems',
  },
  {
    ...ON_CLI_RUNS,
    id: 'cli-runs-unknown-flags-ignored',
    class: 'rejection',
    from: 'args: [...args],\n\t\t\toptions\n',
    to: 'args: args.filter((arg) => !arg.startsWith("--") || names.includes(arg.slice(2).split("=", 1)[0])),\n\t\t\toptions,\n\t\t\tallowPositionals: true\n',
  },
  {
    ...ON_CLI_RUNS,
    id: 'cli-runs-login-hint-first',
    class: 'rejection',
    from: 'write(process.stderr, `${JSON.stringify(error.problem)}',
    to: 'write(process.stderr, `${error.exitCode === 10 ? "You are not logged in: set SVC_TOKEN.\\n" : ""}${JSON.stringify(error.problem)}',
    equivalent: 'A program may write further lines to standard error, and the problem is on a separate line.',
  },
  {
    ...ON_CLI_RUNS,
    id: 'cli-runs-one-second',
    class: 'network',
    from: 'const TIMEOUT_MS = 6e4;',
    to: 'const TIMEOUT_MS = 1e3;',
  },
  {
    ...ON_MCP_RUNS,
    id: 'mcp-runs-numeric-strings',
    class: 'values',
    file: `${MCP}/call/place-arguments.js`,
    from: '        return JSON.stringify(value);',
    to: '        return JSON.stringify(value, (_, member) => typeof member === "string" && /^-?\\d+(\\.\\d+)?$/.test(member) ? Number(member) : member);',
  },
  {
    ...ON_MCP,
    id: 'mcp-empty-lists-dropped',
    class: 'values',
    file: `${MCP}/call/place-arguments.js`,
    from: '        return JSON.stringify(value);',
    to: '        return JSON.stringify(value, (key, member) => key !== "" && Array.isArray(member) && member.length === 0 ? undefined : member);',
    operation: 'createItem',
  },
  {
    ...ON_MCP,
    id: 'mcp-is-error-only-4xx',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: 'return { ...structured(value, reply.text), isError: true };',
    to: 'return { ...structured(value, reply.text), isError: reply.status < 500 };',
  },
  {
    ...ON_MCP,
    id: 'mcp-text-first-2000',
    class: 'replies',
    file: `${MCP}/call/result.js`,
    from: "return { content: [{ type: 'text', text }], structuredContent };",
    to: "return { content: [{ type: 'text', text: text.slice(0, 2000) }], structuredContent };",
  },
  {
    ...ON_MCP,
    id: 'mcp-pages-cached',
    class: 'state',
    file: `${MCP}/call/call-tool.js`,
    from: 'const reply = await exchange(service, placed.request, signal);',
    to: `const cache = (callTool.cache ??= new Map());
    const { method, target } = placed.request;
    const kept = method === 'GET' && tool.operation === 'listItems' ? cache.get(target) : undefined;
    const reply = kept !== undefined && kept.until > Date.now() ? kept.reply : await exchange(service, placed.request, signal);
    if (method === 'GET' && reply.kind === 'reply' && reply.status === 200)
        cache.set(target, { reply, until: Date.now() + 5_000 });`,
    operation: 'listItems',
  },
  {
    ...ON_MCP_RUNS,
    id: 'mcp-runs-unknown-members-stripped',
    class: 'rejection',
    file: `${MCP}/call/call-tool.js`,
    from: 'const placed = placeArguments(tool, given, service.token);',
    to: `const known = tool.definition.inputSchema.properties.body?.properties;
    const { body } = given;
    const plain = known !== undefined && typeof body === 'object' && body !== null && !Array.isArray(body);
    const kept = plain ? { ...given, body: Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(known, name))) } : given;
    const placed = placeArguments(tool, kept, service.token);`,
  },
  {
    ...ON_MCP_RUNS,
    id: 'mcp-runs-output-reason-narrow',
    class: 'replies',
    file: 'dist/surfaces/mcp/science_runtime/run-science-loop.js',
    from: "enum: ['not-finite', 'cancelled']",
    to: "enum: ['not-finite']",
  },
  {
    ...ON_MCP,
    id: 'mcp-unreachable-logged-on-stdout',
    class: 'network',
    file: `${MCP}/call/call-tool.js`,
    from: "return localProblem('service-unreachable',",
    to: "return console.log(`Request failed: ${reply.reason}`), localProblem('service-unreachable',",
  },
  {
    ...ON_MCP,
    id: 'mcp-falsy-arguments-omitted',
    class: 'rejection',
    file: `${MCP}/call/place-arguments.js`,
    from: 'if (Object.hasOwn(given, placement.argument))',
    to: 'if (given[placement.argument])',
    operation: 'listItems',
  },
  {
    ...ON_CARD,
    id: 'card-integer-32-bit',
    class: 'values',
    from: '() => Number(control.value)',
    to: '() => field.integer ? Number(control.value) | 0 : Number(control.value)',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-blank-rows-skipped',
    class: 'values',
    from: '(entries) => entries.map(([, value]) => value)));',
    to: '(entries) => entries.map(([, value]) => value).filter((value) => value !== "")));',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-label-dots-nest',
    class: 'values',
    from: 'return joined(rows.map(({ key, editor }) => [key?.value ?? "", editor.read()]), Object.fromEntries);',
    to: `return joined(rows.map(({ key, editor }) => [key?.value ?? "", editor.read()]), (entries) => {
				const made = Object.create(null);
				for (const [key, value] of entries) {
					const path = key.split(".");
					const last = path.pop();
					let at = made;
					for (const part of path) at = at[part] ??= Object.create(null);
					at[last] = value;
				}
				return made;
			});`,
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-hosted-failure-shown-as-done',
    class: 'replies',
    from: 'const isSuccess = isError !== true;',
    to: 'const isSuccess = isError !== true || structured !== void 0;',
    operation: 'getItem',
    narrowing: IN_HOST,
  },
  {
    ...ON_CARD_RUNS,
    id: 'card-runs-first-50-events',
    class: 'streams',
    from: 'const MOST_EVENTS = 1e4;',
    to: 'const MOST_EVENTS = 50;',
  },
  {
    ...ON_CARD_RUNS,
    id: 'card-runs-resume-without-token',
    class: 'streams',
    from: '...request.headers,\n\t\t\t\t"last-event-id": lastId',
    to: 'accept: request.headers.accept,\n\t\t\t\t"last-event-id": lastId',
  },
  {
    ...ON_CARD_RUNS,
    id: 'card-runs-first-token-kept',
    class: 'state',
    from: 'token: token.value',
    to: 'token: (token.dataset.kept ||= token.value)',
  },
  {
    ...ON_CARD_RUNS,
    id: 'card-runs-events-accumulate',
    class: 'state',
    from: 'this.#end();\n\t\t\tthis.output.replaceChildren();',
    to: 'this.#end();\n\t\t\tif (this.#log() === null) this.output.replaceChildren();',
  },
];
