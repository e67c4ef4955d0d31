import { parseArgs } from 'node:util';

const CODES = { 404: 4, 422: 5 };

function invocation(argv) {
  const [noun, verb, ...rest] = argv;
  if (noun === '--help' || noun === '--version') return { help: 'notes 1.0.0\n\nnote add, note show' };
  const options = { title: { type: 'string' }, content: { type: 'string' }, help: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
  if (noun !== 'note' || !['add', 'show'].includes(verb)) throw new Error(`no command ${noun} ${verb}`);
  if (values.help) return { help: `notes note ${verb}` };
  if (verb === 'show') return { path: `/notes/${encodeURIComponent(positionals[0])}`, init: {} };
  const body = JSON.stringify({ title: values.title, text: values.content });
  return { path: '/notes', init: { method: 'POST', headers: { 'content-type': 'application/json' }, body } };
}

function jsonOf(response, text) {
  if (!/^application\/(problem\+)?json\b/i.test(response.headers.get('content-type'))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function main(argv) {
  let call;
  try {
    call = invocation(argv);
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  if (call.help !== undefined) return console.log(call.help) ?? 0;
  const response = await fetch(process.env.NOTES_SERVER + call.path, call.init);
  const text = await response.text();
  const value = jsonOf(response, text);
  if (response.ok && value !== undefined) return console.log(JSON.stringify(value)) ?? 0;
  console.error(value === undefined ? `The service answered ${response.status}.` : JSON.stringify(value));
  return CODES[response.status] ?? 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 1;
});
