import type { PlantedFault } from '../../planted-fault.js';

const MCP = 'dist/surfaces/mcp';
const ON_CLI = { surface: 'cli', blame: 'surface', file: 'dist/surfaces/cli/svc-items.cjs' } as const;
const ON_MCP = { surface: 'mcp', blame: 'surface' } as const;

/**
 * Bugs of the command line and the tool server, as they occur in real projects. The author had not read the rules of
 * the check.
 */
export const UNSEEN_NINTH_PROGRAMS: readonly PlantedFault[] = [
  {
    ...ON_CLI,
    id: 'cli-gate-lists-split-at-colons',
    class: 'gates',
    from: 'return text.split(",").map((name) => name.trim())',
    to: 'return text.split(":").map((name) => name.trim())',
    note: 'Lists in variables are split at colons as `PATH` is, so several approvals or denials that are separated by commas have no effect.',
  },
  {
    ...ON_CLI,
    id: 'cli-failure-page-crashes',
    class: 'replies',
    from: 'const value = isJson(reply.contentType) ? parsed(reply)?.value : void 0;',
    to: 'const value = JSON.parse(reply.body.toString());',
    note: 'Each failure is read as JSON, so the page of a proxy ends the program with a stack trace and the exit code 1.',
  },
  {
    ...ON_CLI,
    id: 'cli-missing-body-is-empty-object',
    class: 'values',
    from: 'if (bytes === void 0 && body?.required === true) throw usage(',
    to: `if (bytes === void 0 && body?.required === true) return {
		body: Buffer.from("{}"),
		bodyType: body.mediaType
	};
	if (bytes === void 0 && body?.required === true) throw usage(`,
    operation: 'createItem',
    note: 'Without `--body`, an empty object is sent, so the exit code is that of an invalid input and not of wrong usage.',
  },
  {
    ...ON_CLI,
    id: 'cli-help-omits-last-command',
    class: 'contract',
    from: 'const rows = commands.map((command) => [command.name, command.description]);',
    to: 'const rows = commands.slice(0, -1).map((command) => [command.name, command.description]);',
    note: 'The help of the program does not list its last command, so a person does not find `get-item`.',
  },
  {
    ...ON_CLI,
    id: 'cli-approval-kept-on-disk',
    class: 'gates',
    from: 'if (approved.has(gate)) return;',
    to: `const kept = \`\${process.argv[1]}.\${gate}.approved\`;
	if (approved.has(gate)) {
		(0, node_fs.writeFileSync)(kept, "");
		return;
	}
	if ((0, node_fs.existsSync)(kept)) return;`,
    note: 'An approval is remembered in a file, so every later command passes the gate without an approval.',
  },
  {
    ...ON_CLI,
    id: 'cli-silence-approves',
    class: 'gates',
    from: 'process.stdin.once("end", () => answer(""));',
    to: 'process.stdin.once("end", () => answer(""));\n\t\tsetTimeout(() => answer("y"), 2e3).unref();',
    note: 'If a person at the terminal does not answer within two seconds, the request counts as approved and is sent.',
  },
  {
    ...ON_CLI,
    id: 'cli-output-written-in-parts',
    class: 'replies',
    from: '	stream.write(text);',
    to: '	for (let start = 0; start < text.length; start += 1024) stream.write(text.slice(start, start + 1024));',
    note: 'A long output is written in parts of 1,024 UTF-16 units, so an emoji at the end of a part becomes two replacement characters.',
  },
  {
    ...ON_CLI,
    id: 'cli-standard-input-always-read',
    class: 'values',
    from: 'const invocation = readInvocation(program, command, args, process.env);',
    to: `if (command.body === void 0 && !process.stdin.isTTY) try {
		(0, node_fs.readFileSync)(0);
	} catch {}
	const invocation = readInvocation(program, command, args, process.env);`,
    note: 'A command without a body also reads standard input to its end: it waits for an open pipe, and in `while read` it takes the lines of the loop.',
  },
  {
    ...ON_CLI,
    id: 'cli-host-header-is-localhost',
    class: 'network',
    from: 'headers: { accept: command.accept }',
    to: 'headers: { accept: command.accept, host: "localhost" }',
    note: 'A header for the development server was left in: `Host` is not the host of the base URL (RFC 9112 §3.2).',
  },
  {
    ...ON_CLI,
    id: 'cli-brackets-of-ipv6-address-kept',
    class: 'network',
    from: 'hostname: baseUrl.hostname.replace(/^\\[(.*)\\]$/, "$1"),',
    to: 'hostname: baseUrl.hostname,',
    note: 'The brackets of the URL are passed to the socket, so a service at `http://[::1]:8080` cannot be reached.',
  },
  {
    ...ON_CLI,
    id: 'cli-empty-success-is-silent',
    class: 'replies',
    from: 'if (reply.body.byteLength === 0 && mayBeEmpty) return "";',
    to: 'if (reply.body.byteLength === 0) return "";',
    note: 'A success without the documented JSON prints nothing and exits with 0, so a script takes it for a result.',
  },
  {
    ...ON_CLI,
    id: 'cli-asks-without-visible-question',
    class: 'gates',
    from: 'if (!process.stdin.isTTY || !process.stderr.isTTY) {',
    to: 'if (!process.stdin.isTTY) {',
    note: 'If standard error is a file and standard input is a terminal, the question is in the file, and the command waits for an answer.',
  },
  {
    ...ON_MCP,
    id: 'mcp-path-encoded-with-escape',
    class: 'values',
    file: `${MCP}/reference/call/percent.js`,
    from: 'return encodeURIComponent(text).replaceAll(',
    to: 'return escape(text).replaceAll(',
    operation: 'getItem',
    note: 'The outdated `escape` writes `%u65E5` for a Japanese character and leaves slashes, so such items are not found.',
  },
  {
    ...ON_MCP,
    id: 'mcp-status-of-undocumented-failure-is-text',
    class: 'replies',
    file: `${MCP}/reference/call/result.js`,
    from: '        status: reply.status,',
    to: '        status: String(reply.status),',
    note: 'The document for a failure without a problem document has its status as a string, but it is a number (RFC 9457 §3.1.2).',
  },
  {
    ...ON_MCP,
    id: 'mcp-list-continues-by-itself',
    class: 'state',
    file: `${MCP}/reference/call/call-tool.js`,
    from: 'export async function callTool(tool, given, service, signal) {',
    to: `const cursors = new Map();
export async function callTool(tool, sent, service, signal) {
    const given = cursors.has(tool) && !Object.hasOwn(sent, 'cursor') ? { ...sent, cursor: cursors.get(tool) } : sent;`,
    also: [
      {
        file: `${MCP}/reference/call/call-tool.js`,
        from: '    return resultOfReply(tool, reply);',
        to: `    const result = resultOfReply(tool, reply);
    const cursor = result.structuredContent?.next_cursor;
    if (typeof cursor === 'string')
        cursors.set(tool, cursor);
    else
        cursors.delete(tool);
    return result;`,
      },
    ],
    operation: 'listItems',
    note: 'To help models, the server keeps the cursor of a list: a second list without a cursor is the second page and not the first.',
  },
  {
    ...ON_MCP,
    id: 'mcp-result-empty-members-omitted',
    class: 'replies',
    file: `${MCP}/reference/call/result.js`,
    from: 'return JSON.parse(text);',
    to: "return JSON.parse(text, (name, each) => (name !== '' && (each === '' || (typeof each === 'object' && each !== null && Object.keys(each).length === 0)) ? undefined : each));",
    note: 'To save tokens, empty texts, lists and objects are left out of the structured content, so an empty note looks omitted.',
  },
  {
    ...ON_MCP,
    id: 'mcp-output-schema-requires-total',
    class: 'contract',
    file: `${MCP}/generated/tools.js`,
    from: "required: ['items', 'next_cursor'],",
    to: "required: ['items', 'next_cursor', 'total'],",
    operation: 'listItems',
    note: 'The output schema requires a member of a newer version of the service, so clients that check results refuse every page.',
  },
  {
    ...ON_MCP,
    id: 'generator-mcp-writing-is-destructive',
    class: 'generation',
    file: `${MCP}/tools/tool-annotations.js`,
    from: "destructiveHint: method === 'delete',",
    to: 'destructiveHint: !readOnly,',
    narrowing: { phases: ['freshness'], surfaces: [] },
    note: 'Every tool that writes is marked as destructive, also the one that only adds an item.',
  },
  {
    ...ON_MCP,
    id: 'mcp-tool-names-ignore-case',
    class: 'rejection',
    file: `${MCP}/reference/serving/tool-server.js`,
    from: 'const tool = byName.get(params.name);',
    to: 'const tool = byName.get(params.name.toLowerCase());',
    note: 'The unknown tool `GET_ITEM` is called as `get_item`, but names are case-sensitive and an unknown tool is a protocol error (MCP, Tools).',
  },
  {
    ...ON_MCP,
    id: 'mcp-unreachable-service-has-status',
    class: 'network',
    file: `${MCP}/reference/call/result.js`,
    from: 'title, detail });',
    to: 'title, detail, status: 503 });',
    note: 'A problem of the tool server itself has the status 503, which the service did not send (RFC 9457 §3.1.2).',
  },
  {
    ...ON_MCP,
    id: 'mcp-slow-reply-is-pending',
    class: 'network',
    file: `${MCP}/reference/call/call-tool.js`,
    from: '    const reply = await exchange(service, placed.request, signal);',
    to: `    const slow = new Promise((resolve) => void setTimeout(resolve, 1000, { kind: 'slow' }).unref());
    const reply = await Promise.race([exchange(service, placed.request, signal), slow]);
    if (reply.kind === 'slow')
        return { content: [{ type: 'text', text: '{"state":"pending"}' }], structuredContent: { state: 'pending' } };`,
    note: 'After a second without a reply, the result is `pending`, which the output schema does not have and which nobody can continue.',
  },
  {
    ...ON_MCP,
    id: 'mcp-run-schema-refuses-underscores',
    class: 'contract',
    file: `${MCP}/science_runtime/run-science-loop.js`,
    from: "pattern: '^[A-Za-z0-9_-]{3,64}$'",
    to: "pattern: '^[A-Za-z0-9-]{3,64}$'",
    operation: 'runScienceLoop',
    note: 'The schema that is written by hand has an outdated pattern, so clients refuse identifiers with an underscore.',
  },
  {
    ...ON_MCP,
    id: 'mcp-run-schema-offers-unknown-objective',
    class: 'contract',
    file: `${MCP}/science_runtime/run-science-loop.js`,
    from: "enum: ['sphere', 'rosenbrock', 'rastrigin'],",
    to: "enum: ['sphere', 'rosenbrock', 'rastrigin', 'ackley'],",
    operation: 'runScienceLoop',
    note: 'The tool offers a function that the contract does not have, so a model that chooses it is always refused.',
  },
  {
    ...ON_MCP,
    id: 'mcp-one-socket-for-all-calls',
    class: 'network',
    file: `${MCP}/reference/call/exchange.js`,
    from: 'timeout: 2_000, maxFreeSockets: 8 }',
    to: 'timeout: 2_000, maxFreeSockets: 8, maxSockets: 1 }',
    note: 'The server has one connection, so a call waits until the call before it has ended, and is unanswered if that one hangs.',
    equivalent:
      'RFC 9112 §9.4 states no number of connections, and encourages clients to use few. A call that waits for the connection has a time limit of its own.',
  },
];
