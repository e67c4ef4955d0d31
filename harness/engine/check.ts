import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import type { HeaderEntry, NoteEntry, Report } from '../../reports/report.js';
import { counted } from '../../reports/text/amounts.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceNames } from '../configuration/surface-configs.js';
import type { ProbeResult } from '../registry/probe-registry.js';
import { type ContractResults, backendsOf, checkContract } from './check-contract.js';
import { stopAt, untilStopped } from './drive/lane/stopping.js';
import { CallTimes } from './drive/lane/call-times.js';
import { type Turn, nextAhead } from './drive/turns.js';
import type { Part, Reporting, RunResults } from './entries/conclude.js';
import { headerEntry } from './entries/report-entries.js';
import { scopeOf } from './entries/scope.js';
import { reportFound } from './entries/streamed.js';
import { withoutCells } from './group/found.js';
import { type ChosenCells, HeldSurfaces } from './held-surfaces.js';
import { shardEntries } from './merge/shard-entries.js';
import type { CheckEvents, CheckOptions } from './options/check-options.js';
import { readDeclared } from './options/declared.js';
import { type ContractRun, type Run, has, mayStartEarly, withShare } from './options/run.js';
import { type StaticResult, errorNote } from './phases/static-result.js';
import { chosenOperations, readPromised, unsafeOperations } from './plan/contracts.js';
import { type KeptCase, unknownKept } from './plan/kept-plan.js';
import { TriedKinds } from './plan/quick-plan.js';
import { ShardSplit } from './plan/shard.js';

/**
 * Runs every phase and returns the report. During the run, `events` receives provisional entries; the returned report
 * supersedes them.
 */
export async function check(loaded: LoadedConfig, options: CheckOptions, events: CheckEvents): Promise<Report> {
  const startedAt = new Date();
  const started = options.startedMs ?? performance.now();
  const deadline = started + (options.budgetMs ?? Infinity);
  const surfaces = surfaceNames(loaded, options.surfaces);
  const reading = await readPromised(loaded, options.contracts, true);
  const declaring = await readDeclared(loaded);
  const times = new CallTimes();
  const ending = (): Reporting => {
    return { ...options, interrupted: options.signal.aborted, durationMs: performance.now() - started, times };
  };
  if (reading.kind === 'faults' || declaring.kind === 'faults') {
    const faults = [reading, declaring].flatMap((part) => (part.kind === 'faults' ? part.faults : []));
    const notes = faults.map<NoteEntry>((fault) => ({ kind: 'note', severity: 'error', ...fault }));
    const header = headerEntry(loaded, options, startedAt, [], [], scopeOf(loaded, options, undefined));
    events.entry(header);
    const { concludedReport } = await import('./entries/conclude.js');
    return concludedReport(
      header,
      { parts: [{ name: 'reading', findings: [], notes }], facts: [], today: '' },
      ending(),
    );
  }
  const { promised } = reading;
  const { declared } = declaring;
  const contracts = [...promised.served, ...promised.unserved];
  const requested = await options.requested?.(promised);
  const scope = scopeOf(loaded, options, promised, requested);
  const header = headerEntry(loaded, options, startedAt, contracts, surfaces, scope);
  events.entry(header);
  const stop = stopAt(options.signal, deadline);
  try {
    const run: Run = {
      loaded,
      options: { ...options, signal: stop.signal },
      events,
      promised,
      declared,
      ...(requested && { requested }),
      deadline,
      times,
      ...(options.shard && { split: new ShardSplit(options.shard) }),
      ...(options.runs.kind === 'quick' && { tried: new TriedKinds() }),
    };
    const results = await runPhases(run, header);
    const { concludedReport } = await import('./entries/conclude.js');
    const report = concludedReport(header, results, ending());
    return run.split === undefined ? report : { ...report, shard: shardEntries(results, run.split, ending()) };
  } finally {
    stop.end();
  }
}

async function runPhases(run: Run, { startedAt, scope: covered }: HeaderEntry): Promise<PhaseResults> {
  const { options, promised, declared } = run;
  const all: readonly Contract[] = [...promised.served, ...promised.unserved];
  const parts = await phaseResults(run, all);
  const ended = {
    loaded: run.loaded,
    options,
    isNarrowed: (covered?.changed?.notRequested ?? []).length > 0,
    operations: all.flatMap((contract) => contract.operations.map(({ id }) => id)),
    servers: (declared.servers ?? []).map(({ name }) => name),
    probed: parts.flatMap((part) => part.probed ?? []),
  };
  const { waiverFacts } = await import('./entries/waiver-scope.js');
  const facts = declared.waivers.map((waiver) => ({ waiver, ...waiverFacts(waiver, ended) }));
  const today = startedAt.slice(0, 10);
  return { parts, facts, today };
}

async function phaseResults(run: Run, all: readonly Contract[]): Promise<readonly PhasePart[]> {
  const { options, promised } = run;
  const named = chosenOperations(promised, options);
  const unsafe = run.loaded.safe === true ? unsafeOperations(promised) : NONE;
  const chosen: ChosenCells = (surface, id) =>
    named(id) && !unsafe.has(id) && (run.requested?.has(surface, id) ?? true);
  const held = await HeldSurfaces.start(run, chosen);
  try {
    return await resultsWith(run, all, chosen, held);
  } finally {
    await held.release();
  }
}

async function resultsWith(
  run: Run,
  all: readonly Contract[],
  chosen: ChosenCells,
  held: HeldSurfaces,
): Promise<readonly PhasePart[]> {
  const { promised } = run;
  const operations = all.flatMap((contract) => contract.operations.map(({ id }) => id));
  return [
    ...(await besideLint(run, all, () => checkedParts(run, chosen, held))),
    { name: 'unserved', findings: [], notes: unservedNotes(promised.unserved) },
    { name: 'kept', findings: [], notes: keptNotes(unknownKept(run.declared.kept, operations)) },
  ];
}

/**
 * Lints the contracts in a thread while `others` runs. An unusable ruleset of the user ends the run before `others`
 * starts anything. Any other error of the lint is a note.
 */
async function besideLint(
  run: Run,
  contracts: readonly Contract[],
  others: () => Promise<readonly PhasePart[]>,
): Promise<readonly PhasePart[]> {
  const { surfaces, exclude, signal } = run.options;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const linting = staticParts(run, 'lint', counted(contracts.length, 'contract'), async () =>
    (await import('./phases/lint-phase.js')).lintPhase(run.loaded, contracts, stop, surfaces, exclude),
  );
  const failed = (error: unknown): readonly PhasePart[] => [{ name: 'lint', findings: [], notes: [errorNote(error)] }];
  try {
    if (run.loaded.config.ruleset !== undefined) await linting;
    return (await Promise.all([linting.catch(failed), others()])).flat();
  } finally {
    over.abort();
  }
}

async function checkedParts(run: Run, chosen: ChosenCells, held: HeldSurfaces): Promise<readonly PhasePart[]> {
  const registry = await staticParts(run, 'registry', 'tool servers', async () =>
    (await import('../registry/registry-phase.js')).registryPhase(run),
  );
  const parts = [...registry];
  for (const contract of run.promised.served) {
    const fresh = async (): Promise<StaticResult> =>
      (await import('./phases/freshness-phase.js')).freshnessPhase(run.loaded, contract, held.of(contract).surfaces);
    parts.push(
      ...(await staticParts(run, 'freshness', `generated code of ${contract.title}`, fresh, ` ${contract.file}`)),
    );
  }
  return [...parts, ...(await contractParts(run, chosen, held))];
}

/** Runs a phase without cases, if the run includes it. Returns its result as the only part, or no part. */
async function staticParts(
  run: Run,
  name: 'lint' | 'registry' | 'freshness',
  detail: string,
  work: () => Promise<StaticResult>,
  of = '',
): Promise<readonly PhasePart[]> {
  return has(run, name) ? [{ name: `${name}${of}`, ...(await announced(run, name, detail, work)) }] : [];
}

/**
 * Checks all contracts. Each contract is planned, and its run with scripted replies starts, while the previous contract
 * is checked. A running service is called for one contract at a time, because its state is shared.
 */
async function contractParts(run: Run, chosen: ChosenCells, held: HeldSurfaces): Promise<readonly PhasePart[]> {
  const { served } = run.promised;
  const checkOne = async (contract: Contract, index: number, turn: Turn): Promise<readonly PhasePart[]> => {
    const { surfaces, driven } = held.of(contract);
    const part: ContractRun = withShare({ ...run, surfaces: driven }, 1 / (served.length - index));
    const failed = (error: unknown): ContractResults => ({ findings: [], notes: [errorNote(error)] });
    const results = await checkContract(part, contract, chosen, turn).catch(failed);
    return [
      { name: `contract ${contract.file}`, ...results },
      { name: `offers ${contract.file}`, findings: [], notes: unofferedNotes({ ...run, surfaces }, contract) },
    ];
  };
  const isLive = served.some((contract) => backendsOf(run, contract).some(({ kind }) => kind === 'live'));
  const checks = served.map((contract, index) => (turn: Turn) => checkOne(contract, index, turn));
  return (await nextAhead(checks, mayStartEarly(run) && !isLive)).flat();
}

interface PhaseResults extends Omit<RunResults, 'parts'> {
  readonly parts: readonly PhasePart[];
}

/** The results of one contract or phase for the report. Some of them also have data that only the run itself uses. */
type PhasePart = Part & Partial<Pick<ProbeResult, 'probed'> & Pick<ContractResults, 'record'>>;

const NONE: ReadonlySet<OperationId> = new Set();

function keptNotes(unknown: readonly KeptCase[]): readonly NoteEntry[] {
  return unknown.map(({ file, case: { operation } }) => ({
    kind: 'note',
    severity: 'warning',
    code: 'regression-unknown',
    message: `The kept counterexample of ${operation} did not run: no contract has this operation, or an operation that the counterexample calls first.`,
    repair: 'Remove the file.',
    location: { file, line: 1, column: 1, pointer: '' },
  }));
}

function unservedNotes(unserved: readonly Contract[]): readonly NoteEntry[] {
  return unserved.map((contract) => ({
    kind: 'note',
    severity: 'info',
    code: 'not-served',
    message: `${contract.title} (${contract.file}) is read and linted, but no surface offers it yet.`,
  }));
}

/**
 * Notes for operations that cannot be verified on a surface: the parity groups require the operations on the surface,
 * but the configuration of the surface does not list their contract.
 */
function unofferedNotes(run: ContractRun, contract: Contract): readonly NoteEntry[] {
  const unconfigured = surfaceNames(run.loaded, run.options.surfaces).filter(
    (name) => !run.surfaces.some(({ id }) => id === name),
  );
  return unconfigured
    .filter((name) => run.loaded.config.groups !== undefined && run.promised.bindings(name, contract).length > 0)
    .map((name) => ({
      kind: 'note',
      severity: 'error',
      code: 'surface-unconfigured',
      message: `the parity groups require operations of ${contract.file} on ${name}, but the configuration of ${name} does not list this contract`,
      repair: `Add the contract to \`surfaces.${name}.contracts\`, or exclude the operations in the parity groups with a reason.`,
      surface: name,
    }));
}

/** Runs a phase. If the run stops before the phase ends, returns a note that the phase was not finished. */
async function announced<T extends StaticResult>(
  run: Run,
  phase: string,
  detail: string,
  work: () => Promise<T>,
): Promise<T | StaticResult> {
  run.events.phase(phase, detail);
  const { signal } = run.options;
  const result = await untilStopped(signal, work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    const { message, ...note } = errorNote(error);
    return { findings: [], notes: [{ ...note, message: `the phase ${phase} was not finished: ${message}` }] };
  });
  for (const note of result.notes) run.events.entry(note);
  reportFound(run, result.findings.map(withoutCells));
  return result;
}
