import { formatLocation } from '../../contract/source-location.js';
import { lintContract } from '../../rules/contract/lint.js';
import { loadConfig } from '../configuration/load-config.js';
import { lintNeeds } from '../engine/static-phases.js';
import { visibleLines } from '../../reports/visible.js';

/** `parity lint`: exit 1 on an error; warnings and hints decide nothing. */
export async function lintCommand(config: string | undefined, files: readonly string[]): Promise<void> {
  const loaded = await loadConfig(config, process.cwd());
  const named = files.length > 0 ? files : loaded.contracts.map(({ file }) => file);
  let errors = 0;
  for (const file of named) {
    const results = await lintContract(file, { prefix: loaded.prefix, needs: lintNeeds(loaded, file), root: loaded.root });
    for (const { severity, rule, message, repair, location } of results) {
      process.stdout.write(visibleLines(`${formatLocation(location)}: ${severity}: ${message} (${rule})\n  → ${repair}\n`));
    }
    errors += results.filter(({ severity }) => severity === 'error').length;
    if (results.length === 0) process.stdout.write(`${file}: in order\n`);
  }
  process.exitCode = errors > 0 ? 1 : 0;
}
