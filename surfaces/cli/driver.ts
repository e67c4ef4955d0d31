import { writeFile } from 'node:fs/promises';
import { MISUSES, type Misuse } from '../../contract/case.js';
import { GATE_WAYS } from '../../contract/gate-way.js';
import { ParityError } from '../../contract/parity-error.js';
import { type BaseUrls, baseUrlVariables, environmentValues } from '../process/environment-values.js';
import { HostedProcesses } from '../process/host/hosted-processes.js';
import type { ProcessEnd, ProcessOrder } from '../process/host/process-run.js';
import { type TerminalDialogue, hasTerminal } from '../process/host/terminal-run.js';
import { LogTail } from '../process/log-tail.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../process/temporary-folder.js';
import {
  type Call,
  type Driver,
  type DriverContext,
  type DriverSession,
  type InventoryEntry,
  UNKNOWN_OPERATION,
  type UnknownReply,
} from '../driver.js';
import type { SurfaceDescription } from '../observation.js';
import type { Outcome } from '../outcome.js';
import { namedFolder } from './calls/body-way.js';
import { commandCall, hasCommands, isUnusual, prefixedName } from './calls/command-call.js';
import { commandText } from './calls/command-text.js';
import { BASE_URL_FLAG } from './commands/flags.js';
import type { CliOptions } from './config.js';
import { exitOutcome, unusualOutcome, withLineOfToken } from './calls/exit-outcome.js';
import { outcomeAtTerminal } from './calls/piped-outcome.js';
import { type GateDecision, dialogueOf } from './calls/gate-choice.js';
import { commandsIn, helpEntry, readsFileAt } from './calls/help-text.js';

/**
 * Drives a command line as its users do: each call is a process with real arguments, environment, standard streams and
 * exit code. A successful process prints its value but no status, so rules cannot compare the status of a success. A
 * problem document contains the status of a failure.
 */
export function cliDriver(options: CliOptions): Driver {
  const processes = new HostedProcesses();
  const known = new KnownProgram();
  return {
    gates: true,
    startsProcesses: true,
    misuses: new Set(MISUSES.filter((misuse) => canMisuse(options, misuse))),
    gateWays: new Set(GATE_WAYS.filter((way) => hasTerminal() || !way.startsWith('terminal'))),
    callText: (calls, context) => commandText(calls, options, context),
    async start(context) {
      const session = new CliSession(options, context, processes, known);
      await session.prepare();
      return session;
    },
  };
}

/**
 * True if the driver can use the program wrongly in the given way. For example, it cannot pass `null`, because a flag
 * has no `null` value.
 */
function canMisuse(options: CliOptions, misuse: Misuse): boolean {
  if (misuse === 'unconfirmed') return hasConfirmations(options);
  return misuse !== 'null-argument' && misuse !== 'json-text';
}

/**
 * The time that a process gets to start, in addition to the time limit of its call. A program whose service hangs can
 * then report its own timeout before the driver ends the process.
 */
const START_MS = 2000;

/** A port on which nothing listens (the discard service). */
const UNUSED_URL: BaseUrls = { baseUrl: 'http://127.0.0.1:9' };
const NO_URL_FLAG = `the help of the program has no flag --${BASE_URL_FLAG}`;

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * A program whose `--help` has succeeded. All sessions of the program use the same version text, because two processes
 * are needed to read it, which takes as long as two cases.
 */
class KnownProgram {
  #version: Promise<string> | undefined;

  /**
   * Returns the version of the program. If it cannot be read, the next session tries again, because the failure may
   * only mean that this session was stopped.
   */
  async version(read: () => Promise<string>): Promise<string> {
    const known = await this.#version?.catch(() => undefined);
    if (known !== undefined) return known;
    this.#version = read();
    return this.#version;
  }
}

class CliSession implements DriverSession {
  readonly observes = new Set(['value', 'problem'] as const);
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;
  readonly #running = new Set<Promise<ProcessEnd>>();
  /**
   * The folder for the files whose paths are passed as arguments. Only this session uses the folder, and the session
   * runs one call at a time.
   */
  #folder: string | undefined;
  /** The path of the folder in arguments, relative to the working directory of the program. */
  #named = '';
  readonly #log = new LogTail();
  #version = '';
  readonly #helps = new Map<string, Promise<string>>();

  constructor(
    readonly options: CliOptions,
    readonly context: DriverContext,
    private readonly processes: HostedProcesses,
    private readonly known: KnownProgram,
  ) {
    processes.open();
  }

  get description(): SurfaceDescription {
    return { name: this.options.command.join(' '), ...(this.#version !== '' && { version: this.#version }) };
  }

  /** Reads the version and creates the folder. Rejects if `--help` fails. */
  async prepare(): Promise<void> {
    try {
      await this.#prepare();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    this.#version = await this.known.version(() => this.#readVersion());
    this.#folder = await makeTemporaryFolder('cli-body');
    this.#named = await namedFolder(this.#folder, this.options.command, this.context.root);
  }

  /** Reads the version of the program. Returns an empty string if the program has none. */
  async #readVersion(): Promise<string> {
    const [help, version] = await Promise.all([this.#process(['--help']), this.#process(['--version'])]);
    if (!succeeded(help)) throw this.#unavailable(help);
    return succeeded(version) ? version.stdout.toString().trim().slice(0, 200) : '';
  }

  async run(call: Call): Promise<Outcome> {
    const isFile = call.bodyWay === 'at-file' && !readsFileAt(await this.#helpOf(call));
    if (isFile) return this.run({ ...call, bodyWay: 'file' });
    const made = commandCall(call, this.options, this.context.contract, this.#folder ?? '', this.#named);
    if (made.kind === 'inexpressible') return made;
    const { args, files = [], stdin, decision } = made;
    for (const { path, bytes } of files) if (!this.#stopping.signal.aborted) await writeFile(path, bytes);
    const { misuse } = call;
    const isUrlFlag = misuse === 'other-url-variable';
    if (isUrlFlag && !(await this.#helpOf(call)).includes(`--${BASE_URL_FLAG}`))
      return { kind: 'inexpressible', reason: NO_URL_FLAG };
    const token =
      call.token === undefined ? {} : { TOKEN: misuse === 'token-line-end' ? `${call.token}\n` : call.token };
    const { baseUrl } = this.context;
    const words = isUrlFlag ? [...args, `--${BASE_URL_FLAG}=${baseUrl}`] : args;
    const order: ProcessOrder = {
      ...this.#order(words, { ...token, ...decision.variables }, decision, isUrlFlag ? UNUSED_URL : this.context),
      ...(stdin && { stdin }),
      ...(misuse === 'closed-output' && { isOutputClosed: true }),
    };
    const end = await this.#run(order, dialogueOf(call, decision));
    const { operations, exitCodes } = this.options;
    const ended = exitOutcome(end, this.context.timeoutMs, exitCodes, operations?.[call.operation.id]?.output);
    const outcome = outcomeAtTerminal(ended, end, decision);
    return withLineOfToken(isUnusual(call) ? unusualOutcome(outcome, end) : outcome, end, call.token);
  }

  /** The help of the command of a call, or an empty string if it fails. */
  #helpOf({ operation: { id, command } }: Call): Promise<string> {
    const help = this.#helps.get(id) ?? this.#process([command?.name ?? [], '--help'].flat()).then(helpIn);
    this.#helps.set(id, help);
    return help;
  }

  takeLog(): string {
    return this.#log.take();
  }

  async inventory(): Promise<readonly InventoryEntry[]> {
    if (this.options.operations !== undefined) return this.#mappedInventory(this.options.operations);
    const help = await this.#process(['--help']);
    if (!succeeded(help)) throw this.#unavailable(help);
    const entries: InventoryEntry[] = [];
    for (const name of commandsIn(help.stdout.toString())) {
      const end = await this.#process([name, '--help']);
      const text = helpIn(end);
      if (text.trim() === '') entries.push({ name, ...(isFailed(end) && { isHelpless: true }) });
      else entries.push(helpEntry(name, text, prefixedName(this.context.prefix, 'TOKEN'), this.options.env));
    }
    return entries;
  }

  /**
   * The configured commands whose `--help` succeeds. The driver runs `--help` for each command, because programs list
   * nested commands in different ways.
   */
  async #mappedInventory(operations: NonNullable<CliOptions['operations']>): Promise<readonly InventoryEntry[]> {
    const entries: InventoryEntry[] = [];
    for (const { command } of Object.values(operations))
      if (succeeded(await this.#process([...command, '--help']))) entries.push({ name: command.join(' ') });
    return entries;
  }

  async unknownOperation(name: string): Promise<UnknownReply | undefined> {
    if (name !== UNKNOWN_OPERATION || !hasCommands(this.options)) return undefined;
    const end = await this.#process([name]);
    if (end.kind !== 'exited') return undefined;
    return succeeded(end) ? 'exit-0' : 'refused';
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
    await this.processes.close();
    if (this.#folder !== undefined) await removeTemporaryFolder(this.#folder);
  }

  #process(args: readonly string[]): Promise<ProcessEnd> {
    return this.#run(this.#order(args, {}));
  }

  #run(order: ProcessOrder, dialogue?: TerminalDialogue): Promise<ProcessEnd> {
    const { signal } = this.#stopping;
    const run = this.processes.run(order, { signal, log: this.#log, ...(dialogue && { dialogue }) });
    this.#running.add(run);
    return run.finally(() => this.#running.delete(run));
  }

  #order(
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    { environment = {} }: Pick<GateDecision, 'environment'> = {},
    urls: BaseUrls = this.context,
  ): ProcessOrder {
    const [file = '', ...first] = this.options.command;
    return {
      file,
      args: [...first, ...args],
      cwd: this.context.root,
      env: { ...this.#environment(variables, urls), ...environment },
      timeoutMs: this.context.timeoutMs + START_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    };
  }

  /**
   * The environment of the program. The environment of the harness is not inherited, because a proxy or a token in it
   * could change the outcome of a case.
   */
  #environment(variables: Readonly<Record<string, string>>, urls: BaseUrls): Record<string, string> {
    const { contract, prefix } = this.context;
    const prefixed = Object.entries({ ...baseUrlVariables({ contract, ...urls }), ...variables }).map(
      ([name, value]) => [prefixedName(prefix, name), value],
    );
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...environmentValues(this.options.env, urls, variables['TOKEN']),
      ...Object.fromEntries(prefixed),
    };
  }

  #unavailable(end: ProcessEnd): ParityError {
    const outcome = exitOutcome(end, this.context.timeoutMs);
    const detail = 'detail' in outcome ? outcome.detail : outcome.kind;
    const message = `${this.context.surface}: ${this.options.command.join(' ')} --help fails (${detail})`;
    return new ParityError(
      'surface-unavailable',
      message,
      'Build the program, and correct `command` of this surface in the configuration.',
    );
  }
}

function hasConfirmations({ operations = {} }: CliOptions): boolean {
  return Object.values(operations).some(({ confirm }) => confirm !== undefined);
}

function helpIn(end: ProcessEnd): string {
  return succeeded(end) ? end.stdout.toString() : '';
}

/** Whether a program ended by itself with a failure. Some programs print their help to standard error. */
function isFailed(end: ProcessEnd): boolean {
  return end.kind === 'exited' && end.exitCode !== 0;
}

function succeeded(end: ProcessEnd): end is Extract<ProcessEnd, { kind: 'exited' }> {
  return end.kind === 'exited' && end.exitCode === 0;
}
