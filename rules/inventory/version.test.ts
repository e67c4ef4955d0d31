import { expect, it } from 'vitest';
import { checkVersion } from './version.js';

it.each([
  ['svc-items undefined', 'undefined'],
  ['vundefined', 'vundefined'],
  ['acme version null, built today', 'null,'],
  ['None', 'None'],
  ['acme {{version}}', '{{version}}'],
  ['${VERSION}', '${VERSION}'],
  ['acme @PACKAGE_VERSION@', '@PACKAGE_VERSION@'],
  ['acme (%s)', '(%s)'],
])('the version text %j is reported, because it contains the placeholder %j', (version, placeholder) => {
  expect(checkVersion('cli', { version })?.violation).toMatchObject({
    surface: 'cli',
    kind: 'version-placeholder',
    blame: 'surface',
    message: expect.stringContaining(`${JSON.stringify(placeholder)} is not a version`) as unknown,
  });
});

it.each([
  'svc-items 0.1.0',
  'null-tool 1.2',
  'undefined-behaviour-checker v2.0.0',
  '1.0.0-rc.1+none',
  'dev',
  '',
  undefined,
])('the version %j is permitted', (version) => {
  expect(checkVersion('cli', version === undefined ? {} : { version })).toBeUndefined();
});
