import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { contractAt } from '../../contract/fixtures/contracts.js';
import type { Report } from '../../reports/report.js';
import { hasBrowser } from '../../surfaces/ui_card/fixtures/has-browser.js';
import { completeConfig } from '../configuration/load-config.js';
import { writeGenerated } from '../generation/generate.js';
import { check } from './check.js';
import { plantText } from './fixtures/plant-text.js';
import { phasesNamed } from './options/check-options.js';
import { runChoice } from './plan/surface-runs.js';

const root = mkdtempSync(join(tmpdir(), 'parity-bodies-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const text = { type: 'string', maxLength: 8 };
const file = { type: 'string', format: 'binary', maxLength: 8 };
const list = (items: object): object => ({ type: 'array', maxItems: 2, items });
const object = (required: readonly string[], properties: object, more: object = {}): object => {
  return { type: 'object', required, properties, additionalProperties: false, ...more };
};
const taking = (operationId: string, mediaType: string, schema: object | undefined, encoding = {}): object => {
  const requestBody = { required: true, content: { [mediaType]: { ...(schema && { schema }), encoding } } };
  return { post: { operationId, requestBody, responses: { 204: { description: 'Taken.' } } } };
};
const CONTRACT = {
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  paths: {
    '/files': taking(
      'addFile',
      'multipart/form-data',
      object(['name', 'file'], { name: text, file, pages: list(file), meta: object(['a'], { a: text }) }),
      { pages: { contentType: 'image/png' } },
    ),
    '/raw': taking('addBytes', 'application/octet-stream', undefined),
    '/notes': taking(
      'addNote',
      'application/xml',
      object(
        ['title', 'lang'],
        {
          title: text,
          lang: { enum: ['en', 'de'], xml: { attribute: true } },
          tags: { ...list(text), xml: { wrapped: true } },
        },
        { xml: { name: 'note' } },
      ),
    ),
    '/searches': taking(
      'search',
      'application/x-www-form-urlencoded',
      object(['ids'], { q: text, ids: { ...list({ type: 'integer' }), minItems: 2 } }),
      { ids: { style: 'pipeDelimited', explode: false } },
    ),
  },
};
const PAGE = 'card/generated/card.html';

beforeEach(async () => {
  writeFileSync(join(root, 'bodies.json'), JSON.stringify(CONTRACT));
  const contract = await contractAt(join(root, 'bodies.json'), { root });
  await writeGenerated({ generator: 'ui_card', output: 'card' }, contract, root);
});

function checked(): Promise<Report> {
  const surfaces = { rest: { driver: 'rest' }, card: { driver: 'ui_card', page: PAGE } };
  return check(
    completeConfig({ contracts: ['bodies.json'], surfaces, backends: ['mock'] }, join(root, 'parity.config.json')),
    {
      contracts: [],
      surfaces: [],
      operations: [],
      phases: phasesNamed(['inventory', 'responses']),
      backends: ['mock'],
      runs: runChoice(4),
      seed: 1,
      reports: '.',
      signal: new AbortController().signal,
    },
    { entry: () => undefined, phase: () => undefined, progress: () => undefined },
  );
}

function found({ findings }: Report): readonly string[] {
  return findings.map(({ finding }) =>
    [...finding.operations, ...finding.surfaces, finding.rule, finding.message].join(' '),
  );
}

describe.skipIf(!hasBrowser)('a generated card writes each kind of body (skipped without a browser)', () => {
  it('a generated card sends files, bytes, XML and forms as the contract states', async () => {
    const report = await checked();
    expect(found(report)).toEqual([]);
    const cells = report.cells.filter(({ surface, backend }) => surface === 'card' && backend === 'scripted');
    expect(cells.map(({ operation, verdict, inexpressible }) => [operation, verdict, inexpressible])).toEqual(
      ['addFile', 'addBytes', 'addNote', 'search'].map((operation) => [operation, 'pass', 0]),
    );
  });

  it('a generated card has one finding for each kind of body that it writes wrongly', async () => {
    for (const [right, wrong] of [
      // Each row plants one fault: a file part is sent as its size, an attribute is written as an element, or a list
      // that should be one value is written with a repeated name.
      ['if (item instanceof Blob) return item;', 'if (item instanceof Blob) return `${item.size}`;'],
      ['child.attribute === true', 'child.attribute === null'],
      ['if (style !== void 0) {', 'if (style !== void 0 && explode) {'],
    ] as const)
      plantText(join(root, PAGE), right, wrong);
    expect(found(await checked())).toEqual([
      'addFile card parity/same-request /body/file has a different value in the request.',
      'addNote card parity/same-request Text gets the prefix "{}". /body/lang has a different name in the request.',
      'search card parity/same-request /body/ids has a different type in the request.',
    ]);
  });
});
