import { dirname, join, relative, resolve } from 'node:path';
import pc from 'picocolors';
import { ParityError } from '../../../contract/parity-error.js';
import { printableText } from '../../../reports/text/printable.js';
import type { CheckFlags } from '../commands/check-flags.js';
import { EditQueue } from './edit-queue.js';
import type { Memory } from './memory.js';
import { RunProcess } from './run-process.js';
import { TreeWatcher } from './tree-watcher.js';
import { WatchedPaths } from './watched-paths.js';
import type { RunMessage } from './watch-run.js';

/**
 * Edits within this time in milliseconds are checked by one run, because editors and compilers write several files at
 * once.
 */
const TOGETHER_MS = 100;
/** The time in milliseconds after which a run starts even if edits continue without a pause. */
const MOST_WAIT_MS = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `parity check --watch`: checks everything once. Then, until it is interrupted, checks the operations that each edit
 * affects.
 */
export async function watchCommand(
  config: string | undefined,
  contract: string | undefined,
  flags: CheckFlags,
): Promise<void> {
  refuseConflicts(flags);
  const loop = new WatchLoop(config, contract, flags);
  const stop = (): void => loop.stop();
  for (const signal of SIGNALS) process.on(signal, stop);
  await loop.run();
  for (const signal of SIGNALS) process.off(signal, stop);
}

/** Options that cannot be combined with `--watch`, because they concern a single report or only some of the cases. */
const CONFLICTS = { against: '--against', failOn: '--fail-on', history: '--history', shard: '--shard' } as const;

function refuseConflicts(flags: CheckFlags): void {
  for (const [name, option] of Object.entries(CONFLICTS) as readonly (readonly [keyof typeof CONFLICTS, string])[])
    if (flags[name] !== undefined)
      throw new ParityError(
        'options-conflict',
        `\`--watch\` and \`${option}\` cannot be combined`,
        'Give only one of the two.',
      );
}

class WatchLoop {
  readonly #queue = new EditQueue();
  readonly #watcher: TreeWatcher;
  readonly #ended: Promise<void>;
  #end: () => void = () => undefined;
  #paths: WatchedPaths;
  #spare: RunProcess | undefined;
  #running: RunProcess | undefined;
  #memory: Memory | undefined;
  #timer: NodeJS.Timeout | undefined;
  #firstEdit = 0;
  #stopping = false;

  constructor(
    private readonly config: string | undefined,
    private readonly contract: string | undefined,
    private readonly flags: CheckFlags,
  ) {
    this.#ended = new Promise((resolved) => {
      this.#end = resolved;
    });
    this.#paths = firstPaths(config, contract);
    this.#watcher = new TreeWatcher(
      {
        edited: (path) => this.#edited(path),
        unwatched: (folder, reason) => say(`${shown(folder)} is not watched: ${reason}`),
      },
      (path) => this.#paths.isIgnored(path),
    );
  }

  async run(): Promise<void> {
    say('the first check is running; after it, edits start further checks');
    this.#queue.startAll();
    this.#start([]);
    await this.#ended;
  }

  /** Stops the watcher and its processes, and waits for their end. A second call ends the process immediately. */
  stop(): void {
    if (this.#stopping) {
      this.#running?.kill();
      this.#spare?.kill();
      process.exit(130);
    }
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#watcher.close();
    const processes = [this.#running, this.#spare].filter((each) => each !== undefined);
    for (const each of processes) each.stop();
    void Promise.all(processes.map(({ ended }) => ended)).then(this.#end);
  }

  #edited(path: string): void {
    const found = this.#paths.kindOf(path);
    if (found.kind === 'source') {
      say(`${shown(path)} was edited; build ${shown(found.built)} again, because the check runs the built file`);
      return;
    }
    if (found.kind === 'ignored') return;
    const effect = this.#queue.edited(path, found.kind);
    if (effect === 'now-ignored')
      say(`${shown(path)} changes with each run, so its edits are ignored while a check runs`);
    if (effect === 'cancel') {
      this.#running?.stop();
      this.#spare ??= new RunProcess();
    }
    if (effect === 'cancel' || effect === 'queue') this.#schedule();
  }

  #schedule(): void {
    if (this.#stopping) return;
    const now = performance.now();
    if (this.#timer === undefined) this.#firstEdit = now;
    clearTimeout(this.#timer);
    const wait = Math.min(TOGETHER_MS, Math.max(0, this.#firstEdit + MOST_WAIT_MS - now));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // If a run is in progress, the next run starts at its end.
      if (this.#running === undefined) this.#startEdits();
    }, wait);
  }

  #startEdits(): void {
    const edits = this.#queue.start((path) => this.#watcher.isEdit(path));
    if (edits.length === 0) return;
    say(`${listed(edits.map(shown))} edited`);
    this.#start(edits);
  }

  #start(edits: readonly string[]): void {
    const startedAt = Date.now();
    const run = this.#spare === undefined || this.#spare.hasEnded ? new RunProcess() : this.#spare;
    this.#spare = undefined;
    this.#running = run;
    let memory: Memory | undefined;
    const memoryBefore = this.#memory;
    run.start(
      {
        kind: 'run',
        config: this.config,
        contract: this.contract,
        flags: this.flags,
        ...(memoryBefore !== undefined && { memory: memoryBefore, edits }),
      },
      (message) => {
        if (message.kind === 'watched') this.#watch(message, startedAt);
        else memory = message.memory;
      },
    );
    void run.ended.then((problem) => this.#finish(memory, problem));
  }

  #watch({ watched }: Extract<RunMessage, { kind: 'watched' }>, startedAt: number): void {
    if (this.#stopping) return;
    this.#paths = new WatchedPaths(watched, startedAt, this.#paths);
    for (const folder of this.#paths.trees) this.#watcher.add(folder);
    for (const folder of this.#paths.folders) this.#watcher.addOnly(folder);
    for (const path of this.#paths.editedMeanwhile) this.#edited(path);
  }

  #finish(memory: Memory | undefined, problem: string | undefined): void {
    this.#running = undefined;
    this.#memory = memory ?? this.#memory;
    this.#queue.end(memory !== undefined);
    if (this.#stopping) return;
    if (problem !== undefined) say(`the process of the check failed: ${problem}`);
    this.#spare ??= new RunProcess();
    // Until the configuration can be read, only its folder is watched.
    for (const folder of this.#paths.trees) this.#watcher.add(folder);
    if (this.#queue.hasFresh) this.#schedule();
    else say('waiting for edits; press Ctrl-C to stop');
  }
}

/** The paths to watch until the configuration has been read for the first time: the folder of the configuration. */
function firstPaths(config: string | undefined, contract: string | undefined): WatchedPaths {
  const file = resolve(config ?? '.');
  const root = config === undefined ? process.cwd() : dirname(file);
  const named = contract === undefined ? [] : [resolve(contract)];
  const files = new Set([file, ...named]);
  return new WatchedPaths({ root, files, folders: [], sources: new Map(), reports: [join(root, 'reports')] }, Infinity);
}

function shown(path: string): string {
  return relative(process.cwd(), path) || '.';
}

const MOST_NAMES = 4;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function say(text: string): void {
  const time = new Date().toTimeString().slice(0, 8);
  process.stdout.write(`${pc.dim(`[${time}]`)} ${printableText(text, 500)}\n`);
}
