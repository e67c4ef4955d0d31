import type { Measurements } from './measurements.js';
import type { PlantedFault } from './faults/planted-fault.js';
import { type Scored, misses, scoreTable, scored } from './score-table.js';

/**
 * Renders `docs/self-test.md`: a table of scores for each kind of run, the faults with a failed score, and the edits
 * that are not run.
 */
export function selfTestPage(faults: readonly PlantedFault[], measurements: Measurements): string {
  const all = scored(faults, measurements.all);
  const earlier = scored(faults, measurements.earlier);
  const quick = scored(faults, measurements.quick);
  const excluded = faults.filter(({ equivalent }) => equivalent !== undefined);
  return `# Self-test

\`npm run selftest\` plants ${faults.length - excluded.length} faults, one at a time, into a copy of the built example: the services, the six
surfaces, the generators and both contracts. For each fault it checks the surfaces and the contract that the fault
concerns. The faults are data in \`harness/selftest/faults\`. Bug trackers of real projects report such faults. All faults
were written before they were measured. Without options, the command measures every fifth fault, which takes about
20 minutes on two cores; \`npm run selftest -- --all\` measures all.

- *found*: the check reports at least one finding. The check has the default number of cases, but at most 64 drawn
  inputs of each kind on \`rest\`; a fault that these inputs do not show is checked again with all inputs.
- *one finding*: the check reports exactly one finding.
- *right place*: a finding names the surface and the operation of the fault.
- *right blame*: a finding in the right place blames the owner of the fault.
- *smallest input*: the input of the finding is at most a tenth longer than the hand-written smallest input. Only some
  faults have such an input.

${section('All phases', all, faults.length - excluded.length)}
${section('Only the phases without sequences, generated replies, network faults and further rejections', earlier, faults.length - excluded.length)}
${section('Quick runs (`check --quick`)', quick, faults.length - excluded.length)}
## Faults with a failed score

${misses(all)}

## Edits that are not run

${excluded.map(({ id, equivalent }) => `- \`${id}\`: ${equivalent}`).join('\n') || 'None.'}
`;
}

function section(title: string, rows: readonly Scored[], total: number): string {
  const measured = rows.length < total ? `Measured last: ${rows.length} of ${total} faults.\n\n` : '';
  return rows.length === 0 ? '' : `## ${title}\n\n${measured}${scoreTable(rows)}\n`;
}
