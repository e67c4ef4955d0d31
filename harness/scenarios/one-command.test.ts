import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../reports/report.js';
import { readReport } from '../../reports/stream/read-report.js';
import { type Ran, command } from './command.js';
import { PET_KEY, type PetOptions, type PetService, petContract, petService } from './fixtures/pet-service.js';

interface Tried extends Ran {
  readonly report: Report;
  readonly folder: string;
  readonly service: PetService;
  readonly methods: readonly string[];
}

type Given = PetOptions & { readonly args?: (url: string) => readonly string[] };

/** Runs `check openapi.json --url URL` for a running service, in a folder that contains only the contract. */
async function tried({ args = (url) => ['openapi.json', '--url', url], ...options }: Given = {}): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'parity-one-'));
  const service = await petService(options);
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(petContract(options), undefined, 1));
  const ran = await command(folder, ['check', ...args(service.url), '--runs', '4']);
  const reading = readReport(readFileSync(join(folder, 'reports/latest/report.ndjson')));
  if (reading.kind !== 'report') throw new Error(ran.stderr);
  const methods = [...new Set(service.requests.map(({ method }) => method))].toSorted();
  return { ...ran, report: reading.report, folder, service, methods };
}

function verdicts({ cells }: Report): object {
  return Object.fromEntries(cells.map(({ operation, verdict }) => [operation, verdict]));
}

/** The contents of all report files. */
function texts(folder: string): readonly string[] {
  return readdirSync(join(folder, 'reports'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe('checks with a contract and the URL of a service', () => {
  it('a check with a URL sends only safe methods, and reads items that the service lists', async () => {
    const { exitCode, stdout, report, methods } = await tried();
    expect(methods).toEqual(['GET']);
    expect([exitCode, verdicts(report)]).toEqual([0, { listPets: 'pass', getPet: 'pass' }]);
    expect(report.cells.find(({ operation }) => operation === 'getPet')?.accepted).toBeGreaterThan(0);
    expect(report.cells.map(({ inexpressible }) => inexpressible)).toEqual([0, 0]);
    expect(stdout).toContain('only safe methods (not called: createPet, deletePet)');
    expect(stdout).toMatch(
      /next: createPet, deletePet were not called, .*\n {2}npx contract-parity check .* --write\n/,
    );
  });

  it('a check of a contract at a URL writes a configuration, and stores the contract in the same folder', async () => {
    const { folder, service } = await tried();
    const url = `${service.url}/openapi.json`;
    expect((await command(folder, ['init', url])).stderr).toContain('openapi.json already exists');
    rmSync(join(folder, 'openapi.json'));
    expect((await command(folder, ['init', url])).exitCode).toBe(0);
    const written = readFileSync(join(folder, 'parity.config.ts'), 'utf8');
    expect(written).toContain("contracts: ['openapi.json']");
    expect(written).toContain(`\n  service: { url: '${service.url}' },\n`);
    expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))).toHaveProperty('paths');
  });

  it('the configuration that a next step writes names the service', async () => {
    const { stdout, folder, service } = await tried({ pets: 0 });
    expect(stdout).toContain(`npx contract-parity init openapi.json --url ${service.url}\n`);
    const ran = await command(folder, ['init', 'openapi.json', '--url', service.url]);
    expect(ran.stdout).toContain('Run `npx contract-parity check --safe`.');
    expect(readFileSync(join(folder, 'parity.config.ts'), 'utf8')).toContain(`service: { url: '${service.url}' }`);
  });

  it('a workflow is written for a project that has a configuration, and its configuration stays unchanged', async () => {
    const { folder } = await tried();
    const own = '{"contracts":["openapi.json"],"surfaces":{}}';
    writeFileSync(join(folder, 'parity.config.json'), own);
    expect(await command(folder, ['init', '--workflow'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readFileSync(join(folder, '.github/workflows/parity.yml'), 'utf8')).toContain('npx contract-parity check');
    expect(readFileSync(join(folder, 'parity.config.json'), 'utf8')).toBe(own);
    expect(existsSync(join(folder, 'parity.config.ts'))).toBe(false);
    expect((await command(folder, ['init', '--workflow'])).stderr).toContain('parity.yml already exists');
  });

  it('a read is not verified if the service has no item', async () => {
    const { exitCode, stdout, report } = await tried({ pets: 0 });
    expect([exitCode, verdicts(report)]).toEqual([2, { listPets: 'pass', getPet: 'inconclusive' }]);
    expect(stdout).toContain('next: No item was found for getPet.');
  });

  it('the report of a check with --write states why the listed items were not changed', async () => {
    const { stdout } = await tried({
      args: (url) => ['openapi.json', '--url', url, '--write', '--operation', 'deletePet'],
    });
    expect(stdout).toContain('next: deletePet changed no item, because the check changes only items that it created.');
  });

  it('a check with --write sends all methods, but never deletes a listed item', async () => {
    const { exitCode, report, methods, service } = await tried({
      args: (url) => ['openapi.json', '--url', url, '--write'],
    });
    expect(methods).toEqual(expect.arrayContaining(['DELETE', 'GET', 'POST']));
    expect(service.requests).not.toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/pets/pet-0' }));
    expect([exitCode, report.findings]).toEqual([expect.any(Number), []]);
  });

  it('a check downloads the contract from the service, and skips excluded operations', async () => {
    const { exitCode, report } = await tried({ args: (url) => [`${url}/openapi.json`, '--exclude', 'getPet'] });
    expect([exitCode, verdicts(report)]).toEqual([0, { listPets: 'pass' }]);
    expect(report.header.scope?.operations).toEqual({ selected: expect.any(Array) as unknown, leftOut: ['getPet'] });
    expect(report.header.contracts[0]?.file).toBe('reports/latest/openapi.json');
  });

  it('an operation without a declared path parameter is a finding of the contract, and the others are called', async () => {
    const given = { undeclared: true };
    const broken = await tried(given);
    expect([broken.exitCode, verdicts(broken.report)]).toEqual([1, { listPets: 'pass' }]);
    expect(broken.stdout).toContain('{pet_id} of /pets/{pet_id} is not declared');
    expect(broken.stdout).toContain('openapi.json:');
    const args = (url: string): readonly string[] => {
      const excluded = ['getPet', 'deletePet'].flatMap((name) => ['--exclude', name]);
      return ['openapi.json', '--url', url, ...excluded];
    };
    const excluding = await tried({ ...given, args });
    expect([excluding.exitCode, excluding.report.findings]).toEqual([0, []]);
  });

  it('a check sends requests below the base path that the contract names', async () => {
    const { exitCode, stderr, report } = await tried({ below: '/v2' });
    expect([exitCode, verdicts(report)]).toEqual([0, { listPets: 'pass', getPet: 'pass' }]);
    expect(stderr).toMatch(/parity: service: http:\S+\/v2\n/);
  });

  it('the verdict names possible reasons if nothing was tested', async () => {
    const unsafe = await tried({ args: (url) => ['openapi.json', '--url', url, '--operation', 'createPet'] });
    expect(unsafe.exitCode).toBe(2);
    expect(unsafe.stdout).toContain('nothing was tested: the methods of all selected operations may change data');
    expect(unsafe.stdout).toContain('--write\n');
  });

  it('a wrong base path is one error that names the URL', async () => {
    const { exitCode, stdout, report } = await tried({ args: (url) => ['openapi.json', '--url', `${url}/other`] });
    expect([exitCode, report.findings, report.cells]).toEqual([2, [], []]);
    expect(stdout).toMatch(/the service at http:\S+\/other answers 404 to operations/);
  });

  it('a check with --mock checks the contract without a service', async () => {
    const { exitCode, stdout, service } = await tried({ args: () => ['openapi.json', '--mock'] });
    expect([exitCode, service.requests]).toEqual([0, []]);
    expect(stdout).toContain('next: No service was called.');
  });
});

describe('credentials of a check with a URL', () => {
  it('without credentials, only refusals are checked, and the verdict asks for credentials', async () => {
    const { exitCode, stdout, report } = await tried({ secured: true });
    expect([exitCode, verdicts(report), report.findings]).toEqual([
      2,
      { listPets: 'inconclusive', getPet: 'inconclusive' },
      [],
    ]);
    expect(stdout).toContain('only requests without valid credentials\nwere sent, because none are given for `key`');
    expect(stdout).toContain('--header "x-key: $X_KEY"');
  });

  it.each([
    ['the header of a security scheme is sent where the contract requires it', [`X-Key: ${PET_KEY}`], true],
    [
      'with an additional header, both headers are sent, and refusals are not checked',
      [`x-key: ${PET_KEY}`, 'X-Tenant: blue-as-the-sea'],
      false,
    ],
  ])('%s', async (_, headers, checksRefusals) => {
    const args = (url: string): readonly string[] => [
      'openapi.json',
      '--url',
      url,
      ...headers.flatMap((header) => ['--header', header]),
    ];
    const { exitCode, stdout, stderr, report, service, folder } = await tried({ secured: true, args });
    expect([exitCode, verdicts(report)]).toEqual([0, { listPets: 'pass', getPet: 'pass' }]);
    const withoutKey = service.requests.filter((request) => request.headers['x-key'] === undefined);
    expect(withoutKey.length > 0).toBe(checksRefusals);
    for (const text of [stdout, stderr, ...texts(folder)]) expect(text).not.toMatch(/key-of-the-pets|blue-as-the-sea/);
  });

  it('a given credential is sent with each call, even if only one operation states its security scheme', async () => {
    const args = (url: string): readonly string[] => ['openapi.json', '--url', url, '--header', `X-Key: ${PET_KEY}`];
    const { exitCode, report, service } = await tried({ secured: 'list', args });
    expect([exitCode, verdicts(report)]).toEqual([0, { listPets: 'pass', getPet: 'pass' }]);
    const withoutKey = service.requests.filter((request) => request.headers['x-key'] === undefined);
    expect(new Set(withoutKey.map(({ path }) => path).filter((path) => path !== '/'))).toEqual(new Set(['/pets']));
  });

  it('credentials are redacted where the service repeats them', async () => {
    const args = (url: string): readonly string[] => [
      'openapi.json',
      '--url',
      url,
      '--header',
      'X-Tenant: blue-as-the-sea',
    ];
    const { exitCode, stdout, folder, service } = await tried({ echoes: true, args });
    expect(service.requests).toContainEqual(
      expect.objectContaining({ headers: expect.objectContaining({ 'x-tenant': 'blue-as-the-sea' }) as unknown }),
    );
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('of [redacted]')]);
    expect(stdout).toMatch(/ curl .* -H "X-Tenant: \$X_TENANT"/);
    for (const text of [stdout, ...texts(folder)]) expect(text).not.toContain('blue-as-the-sea');
  });
});

it.each([
  [
    'a service that does not run',
    ['openapi.json', '--url', 'http://127.0.0.1:1'],
    'nothing answers at http://127.0.0.1:1: ',
  ],
  ['the URL of another machine', ['openapi.json', '--url', 'http://192.0.2.1'], '--url: 192.0.2.1 is not this machine'],
  ['a contract without a service', ['openapi.json'], 'no service is named for openapi.json'],
  ['a URL without a contract', ['--url', 'http://127.0.0.1:1'], '`--url` needs the contract'],
  [
    'a contract that does not exist',
    ['http://127.0.0.1:1/openapi.json'],
    'http://127.0.0.1:1/openapi.json cannot be read: ',
  ],
  [
    'a header without a name',
    ['openapi.json', '--url', 'http://127.0.0.1:1', '--header', 'secret-without-colon'],
    '--header: ',
  ],
  [
    'both --url and --mock',
    ['openapi.json', '--url', 'http://127.0.0.1:1', '--mock'],
    '`--url` and `--mock` cannot be combined',
  ],
])('the check command refuses with a short message: %s', async (_, args, want) => {
  const folder = mkdtempSync(join(tmpdir(), 'parity-one-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(petContract()));
  const { exitCode, stdout, stderr } = await command(folder, ['check', ...args]);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(want);
  expect(stderr.trim().split('\n')).toHaveLength(2);
});
