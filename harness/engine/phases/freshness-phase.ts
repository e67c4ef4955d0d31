import type { Contract } from '../../../contract/contract.js';
import type { NoteEntry } from '../../../reports/report.js';
import type { Finding } from '../../../rules/finding.js';
import { CURRENT, checkCurrent } from '../../../rules/freshness/current.js';
import type { Surface } from '../../bindings/surfaces.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { compareGenerated } from '../../generation/generate.js';
import { staticFinding } from '../entries/findings.js';
import { type StaticResult, errorNote } from './static-result.js';

/** Compares the generated code of each surface with the current output of its generator. */
export async function freshnessPhase(
  loaded: LoadedConfig,
  contract: Contract,
  surfaces: readonly Surface[],
): Promise<StaticResult> {
  const findings: Finding[] = [];
  const notes: NoteEntry[] = [];
  for (const { id, config } of surfaces) {
    if (config.generate === undefined) continue;
    try {
      const generated = await compareGenerated(id, config.generate, contract, loaded.root);
      findings.push(
        ...checkCurrent(generated).map((violation) => staticFinding(CURRENT, violation, generated.operations)),
      );
    } catch (error) {
      notes.push(errorNote(error, id));
    }
  }
  return { findings, notes };
}
