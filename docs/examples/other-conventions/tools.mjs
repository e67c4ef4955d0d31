import { createInterface } from 'node:readline';

const TEXT = { type: 'string' };
const TOOLS = [
  {
    name: 'add-note',
    description: 'Adds a note.',
    inputSchema: {
      type: 'object',
      properties: { title: TEXT, content: { type: ['string', 'null'] } },
      required: ['title'],
    },
  },
  {
    name: 'note',
    description: 'Shows a note.',
    inputSchema: { type: 'object', properties: { id: TEXT }, required: ['id'] },
  },
];

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'notes', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': ({ name, arguments: given }) => call(name, given),
};

async function call(name, given) {
  const missing = TOOLS.find((tool) => tool.name === name).inputSchema.required.filter((each) => !(each in given));
  if (missing.length > 0) return failed({ title: `The tool needs ${missing.join(' and ')}.` });
  const { title, content, id } = given;
  const body = JSON.stringify({ title, text: content });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const [path, options] = name === 'note' ? [`/notes/${encodeURIComponent(id)}`, {}] : ['/notes', init];
  const { status, ok, value } = await fetched(path, options);
  if (ok && value !== undefined) return { content: [{ type: 'text', text: JSON.stringify(value) }] };
  return failed(value ?? { title: 'The service cannot be used.', ...(status && { status }) });
}

function failed(problem) {
  return { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true };
}

async function fetched(path, options) {
  try {
    const response = await fetch(process.env.NOTES_SERVER + path, options);
    const isJson = /^application\/(problem\+)?json\b/i.test(response.headers.get('content-type'));
    const text = await response.text();
    return { status: response.status, ok: response.ok, value: isJson ? JSON.parse(text) : undefined };
  } catch {
    return { ok: false };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) void answer(id, method, params);
}

async function answer(id, method, params) {
  const reply = { jsonrpc: '2.0', id };
  try {
    reply.result = await METHODS[method](params);
  } catch (error) {
    reply.error = { code: -32603, message: error.message };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
