import { createServer } from 'node:http';

const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
let notes;

function reset() {
  notes = new Map([['note-1', { note_id: 'note-1', title: 'Welcome' }]]);
}

function isNote(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { title, text, ...others } = value;
  const length = typeof title === 'string' ? [...title].length : 0;
  return (
    length >= 1 &&
    length <= 80 &&
    (text === undefined || text === null || typeof text === 'string') &&
    Object.keys(others).length === 0
  );
}

function create(body) {
  let draft;
  try {
    draft = JSON.parse(body);
  } catch {
    return [422];
  }
  if (!isNote(draft)) return [422];
  const note = { note_id: `note-${notes.size + 1}`, ...draft };
  notes.set(note.note_id, note);
  return [201, note];
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function answer(method, path, body) {
  if (path === '/-/reset' && method === 'POST') return reset() ?? [204];
  if (path === '/notes') return method === 'POST' ? create(body) : [405, undefined, { allow: 'POST' }];
  const [, id] = /^\/notes\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return [404];
  if (method !== 'GET') return [405, undefined, { allow: 'GET' }];
  const note = notes.get(decoded(id));
  return note === undefined ? [404] : [200, note];
}

async function serve(request, response) {
  const body = Buffer.concat(await request.toArray()).toString();
  const [status, value, headers = {}] = answer(request.method, request.url.split('?')[0], body);
  if (value === undefined) return response.writeHead(status, headers).end();
  return response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(value));
}

reset();
createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
}).listen(port, '127.0.0.1');
