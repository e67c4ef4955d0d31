import type { Finding } from '../../rules/finding.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import type { CheckOptions } from '../engine/options/check-options.js';

/**
 * The command that reproduces a finding between two versions. It repeats a part of the check, because `parity replay`
 * runs only the working tree.
 */
export function recheckCommand(
  { surfaces, operations: [operation], backends }: Finding,
  loaded: LoadedConfig,
  { seed, runs }: Pick<CheckOptions, 'seed' | 'runs'>,
): string {
  const older = surfaces.find((name) => name.includes('@'));
  const released = backends.filter((name) => name.includes('@'));
  const [service] = released;
  const named = surfaces.map((name) => name.split('@', 1)[0] ?? name);
  return [
    'npx contract-parity check',
    ...(older === undefined ? [] : [`--surfaces-from ${refOf(older)}`]),
    ...(service === undefined ? [] : [`--service-from ${refOf(service)}`]),
    ...(named.length === 0 ? [] : [`--surface ${named.join(' ')}`]),
    ...(operation === undefined ? [] : [`--operation ${operation}`]),
    '--phase examples boundary valid invalid',
    ...(runs.kind === 'fixed' && runs.runs !== loaded.runs ? [`--runs ${runs.runs}`] : []),
    ...(seed === loaded.seed ? [] : [`--seed ${seed}`]),
  ].join(' ');
}

function refOf(name: string): string {
  return name.slice(name.indexOf('@') + 1);
}
