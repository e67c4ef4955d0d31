import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type ToolServerProcess, startToolServer } from './tool-server-process.js';

/**
 * `npm run mcp-conformance`: runs the official conformance suite against the reference tool server over HTTP. It runs
 * the scenarios that need no specific tools. npm downloads the suite, so no other command runs it. Exit codes: 0 if all
 * scenarios passed, 1 if a scenario failed, 2 if the suite or the server could not be started.
 */
const SUITE = '@modelcontextprotocol/conformance@0.1.13';
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'] as const;
/** Time limit of a scenario. The first scenario may have to download the suite. */
const SCENARIO_MS = 180_000;

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.exitCode = await main();

async function main(): Promise<number> {
  const server = await startToolServer(root);
  if ('failure' in server)
    return finished(2, `the tool server does not start: ${server.failure}; run \`npm run build\` first`);
  try {
    return await allScenarios(server);
  } finally {
    await server.stop();
  }
}

async function allScenarios(server: ToolServerProcess): Promise<number> {
  let failed = 0;
  for (const scenario of SCENARIOS) {
    const args = [
      'exec',
      '--yes',
      `--package=${SUITE}`,
      '--',
      'conformance',
      'server',
      '--url',
      server.url,
      '--scenario',
      scenario,
    ];
    const { exitCode, all, timedOut } = await execa('npm', args, {
      cwd: root,
      reject: false,
      all: true,
      timeout: SCENARIO_MS,
      maxBuffer: 1024 * 1024,
    });
    const tally = /^Passed: (\d+)\/(\d+), (\d+) failed/m.exec(all);
    if (tally === null)
      return finished(2, `${SUITE} did not run${timedOut ? ' within its time limit' : ''}:\n${all.slice(-2000)}`);
    // A scenario without checks does not count as passed.
    const passed = exitCode === 0 && tally[3] === '0' && tally[1] === tally[2] && tally[2] !== '0';
    process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${scenario}: ${tally[0]}\n${passed ? '' : `${all}\n`}`);
    if (!passed) failed += 1;
  }
  return finished(
    failed === 0 ? 0 : 1,
    `${SCENARIOS.length - failed} of ${SCENARIOS.length} scenarios of ${SUITE} passed`,
  );
}

function finished(exitCode: number, line: string): number {
  (exitCode === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  return exitCode;
}
