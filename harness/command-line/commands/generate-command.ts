import { formatLocation } from '../../../contract/json/source-location.js';
import { printable } from '../../../reports/text/printable.js';
import { checkCurrent, CURRENT } from '../../../rules/freshness/current.js';
import { loadConfig } from '../../configuration/load-config.js';
import { readPromised } from '../../engine/plan/contracts.js';
import { compareGenerated, writeGenerated } from '../../generation/generate.js';
import { missingNames } from '../../generation/missing-names.js';
import { surfaceConfigsFor } from '../../configuration/surface-configs.js';
import { printFaults } from '../output/print-faults.js';

/**
 * `parity generate`: writes the generated code. With `--check` it changes nothing, and exits with 1 if the files
 * differ.
 */
export async function generateCommand(config: string | undefined, check: boolean): Promise<void> {
  const loaded = await loadConfig(config, process.cwd());
  const reading = await readPromised(loaded);
  if (reading.kind === 'faults') return printFaults(reading.faults);
  let isAny = false;
  for (const contract of reading.promised.served) {
    for (const { id, config: surface } of surfaceConfigsFor(loaded, contract.file)) {
      if (surface.generate === undefined) continue;
      isAny = true;
      const name = reading.promised.served.length > 1 ? `${id} on ${contract.file}` : id;
      if (check) {
        const [violation] = checkCurrent(await compareGenerated(id, surface.generate, contract, loaded.root));
        if (violation === undefined) process.stdout.write(`${name}: current\n`);
        else {
          process.exitCode = 1;
          const place = violation.location === undefined ? '' : `${formatLocation(violation.location)}: `;
          process.stdout.write(
            `${name}: ${place}${violation.message}\n  expected ${printable(violation.expected)}\n  received ${printable(violation.received)}\n  → ${violation.repair ?? CURRENT.repair}\n`,
          );
        }
      } else {
        const changed = await writeGenerated(surface.generate, contract, loaded.root);
        process.stdout.write(
          changed.length === 0 ? `${name}: current\n` : changed.map((file) => `${name}: wrote ${file}\n`).join(''),
        );
        const warning = missingNames(surface.generate, contract, loaded.prefix);
        if (warning !== undefined) process.stderr.write(`${name}: ${warning}\n`);
      }
    }
  }
  if (!isAny) process.stdout.write('No code was generated: no surface has `generate` in the configuration.\n');
}
