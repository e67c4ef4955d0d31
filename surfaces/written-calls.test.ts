import type { Place, WrittenCall } from './driver.js';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../contract/fixtures/any-character.js';
import { itemService, operationOf } from '../contract/fixtures/contracts.js';
import type { Json } from '../contract/json/json.js';
import { commandText } from './cli/calls/command-text.js';
import { toolCallText } from './mcp/session/tool-call-text.js';
import { callText as pythonText } from './sdk_python/call-text.js';
import { callText as typescriptText } from './sdk_typescript/session/call-text.js';

const contract = await itemService();

/**
 * Two calls: the first creates an item, and the second reads an item. The second takes the id from the given place in
 * the reply to the first.
 */
function callsAt(place: Place, name: string): readonly WrittenCall[] {
  const common = { token: 'TOKEN', gate: 'approved' } as const;
  const taken = [{ mark: 'parity-value-1-', number: 1, call: 0, place }];
  return [
    { ...common, operation: operationOf(contract, 'createItem'), input: { body: { name } }, taken: [] },
    { ...common, operation: operationOf(contract, 'getItem'), input: { path: { item_id: 'parity-value-1-' } }, taken },
  ];
}

const HOSTILE = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }).filter((text) => !/[\0\p{Cs}]/u.test(text)),
  fc.constantFrom(
    '__proto__',
    '0',
    '-n',
    '--',
    "'",
    '"',
    '`id`',
    '$(id)',
    '${x}',
    '\\',
    '\n',
    '%s',
    "');",
    '");',
    '\u2028',
  ),
);
/**
 * Strings with unusual characters. None of them ends with a line feed, because `commandText` refuses such strings: a
 * shell would remove the line feed.
 */
const TEXT = HOSTILE.filter((text) => !text.endsWith('\n'));
const SAMPLES = fc.sample(
  fc.record({ names: fc.array(TEXT, { minLength: 1, maxLength: 3 }), value: TEXT, name: HOSTILE }),
  { numRuns: 60, seed: 14 },
);

/** A reply that contains `value` below the given names. Below each name is a list with one element. */
function replyOf(names: readonly string[], value: string): Json {
  return names.reduceRight<Json>((inner, name) => Object.fromEntries([[name, [inner]]]), value);
}

function placeOf(names: readonly string[]): Place {
  return names.flatMap((name) => [name, 0]);
}

/** Runs programs that each make two calls. Returns the input that each second call received. */
function ran(command: string, args: readonly string[], input: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(stderr.slice(0, 3000));
  return JSON.parse(`[${stdout.trim().split('\n').join(',')}]`) as readonly string[];
}

describe('calls that use a value from an earlier reply', () => {
  const values = SAMPLES.map(({ value }) => value);

  it('a TypeScript program can take any value from any place of a reply', () => {
    const programs = SAMPLES.map(({ names, value, name }) => {
      const text = typescriptText(callsAt(placeOf(names), name), { module: 'x.js' })?.text ?? '';
      const client = `class Client {
        createItem() { return JSON.parse(${JSON.stringify(JSON.stringify(replyOf(names, value)))}); }
        getItem({ item_id }) { process.stdout.write(JSON.stringify(item_id) + '\\n'); }
      }`;
      return `await (async (console) => { ${text.replace(/^import .*$/m, client)} })({ log() {} });`;
    });
    expect(ran(process.execPath, ['--input-type=module', '-'], programs.join('\n'))).toEqual(values);
  });

  it('a Python program can take any value from any place of a reply', () => {
    const places = { output: 'a/b' };
    const programs = SAMPLES.map(({ names, value, name }) => {
      const text = pythonText(callsAt(placeOf(names), name), contract, places)?.text ?? '';
      const body = text.replace(/^sys\.path.*\nfrom .*$/m, '').replaceAll(/^print\(reply1\)$/gm, '');
      return `REPLY = ${JSON.stringify(JSON.stringify(replyOf(names, value)))}\n${body.replace(/^print\((.*)\)$/m, '$1')}`;
    });
    const client = `import json, os
os.environ.update(BASE_URL="", TOKEN="")
class Client:
    def __init__(self, *args, **named): pass
    def create_item(self, body): return json.loads(REPLY)
    def get_item(self, item_id): print(json.dumps(item_id))
`;
    expect(ran('python3', ['-'], `${client}${programs.join('\n')}`)).toEqual(values);
  });

  it('a shell script can take any value from any place of a reply', () => {
    const programs = SAMPLES.slice(0, 12).map(({ names, value, name }) => {
      const program = { command: ['program'] };
      const text = commandText(callsAt(placeOf(names), name), program, { contract, prefix: 'svc' })?.text;
      if (text === undefined) return '';
      const reply = Buffer.from(JSON.stringify(replyOf(names, value))).toString('hex');
      return `REPLY=${reply}\n${text.replaceAll(/^printf '%s\\n' .*$/gm, '')}`;
    });
    const shell = `program() {
  case "$1" in
    create-item) node -p 'Buffer.from("'$REPLY'", "hex").toString()' ;;
    get-item) node -p 'JSON.stringify(process.argv[1].slice("--item-id=".length))' -- "$2" ;;
  esac
}
`;
    const wanted = values.slice(0, 12).filter((_, index) => programs[index] !== '');
    expect(wanted.length).toBeGreaterThan(6);
    expect(ran('/bin/sh', ['-s'], `${shell}${programs.join('\n')}`)).toEqual(wanted);
  });

  it('a list of tool calls can refer to any place of a reply', () => {
    for (const { names, name } of SAMPLES) {
      const { schemas } = contract;
      const text = toolCallText(callsAt(placeOf(names), name), () => ({ schemas }))?.text ?? '';
      const [create, read] = JSON.parse(text) as { params: { arguments: Record<string, Json> } }[];
      expect(create?.params.arguments).toEqual({ body: { name } });
      const pointer = placeOf(names).map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`);
      expect(read?.params.arguments).toEqual({ item_id: `<reply1#${pointer.join('')}>` });
    }
  });
});
