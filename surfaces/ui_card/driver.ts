import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { givenArguments } from '../../contract/arguments.js';
import type { Operation } from '../../contract/operation.js';
import { ParityError } from '../../contract/parity-error.js';
import { RestartLimit } from '../process/restart-limit.js';
import type { Call, Driver, DriverContext, DriverSession, InventoryEntry } from '../driver.js';
import type { Observable, SurfaceDescription } from '../observation.js';
import { PARSED_MARKUP } from '../shown-json.js';
import { LogTail } from '../process/log-tail.js';
import { oneCredentialFault } from '../one-credential.js';
import type { Outcome } from '../outcome.js';
import { bodyFault } from '../../contract/wire/body/encode-body.js';
import { simpleBodyFault } from '../simple-body.js';
import { enteredAs } from './card-body.js';
import { CardOffers } from './card-offers.js';
import { type CardDone, CardOperator, type CardTask } from './operating/card-operator.js';
import { cardOutcome } from './operating/card-outcome.js';
import { type UiCardOptions, cardMapping } from './config.js';
import type { CardMapping } from './mapped/card-mapping.js';
import { UnnamedControls } from './unnamed-controls.js';
import { type MappedDone, MappedOperator } from './mapped/mapped-operator.js';
import { mappedAddress, mappedTask } from './mapped/mapped-task.js';
import { type SharedBrowser, SharedBrowsers } from './browser/shared-browser.js';
import type { HostedCall, HostedCard, HostedPage } from '../hosted-page.js';
import { showHosted } from './hosting/show-hosted.js';
import { requiredNames } from './required-names.js';
import { scriptLiteral } from './operating/script-literal.js';
import { withoutFavicon } from './browser/without-favicon.js';

/**
 * Operates a card in a real browser, and reads what the card shows. It has no human gates, because the person who
 * submits the form thereby approves the call.
 */
export function uiCardDriver(options: UiCardOptions, browsers = new SharedBrowsers()): Driver {
  const sharedIn = (root: string): SharedBrowser =>
    browsers.at(options.browser === undefined ? undefined : path.resolve(root, options.browser));
  return {
    gates: false,
    ...(cardMapping(options) === undefined && { repeatsCalls: true }),
    hold: (root) => {
      const shared = sharedIn(root);
      const leave = shared.join();
      // If the browser does not start, the sessions report the error.
      shared.browser().catch(() => undefined);
      return leave;
    },
    start: (context) => UiCardSession.open(options, sharedIn(context.root), context),
  };
}

class UiCardSession implements DriverSession {
  readonly observes: ReadonlySet<Observable>;
  readonly #restartLimit: RestartLimit;
  readonly #log = new LogTail();
  readonly #required = new WeakMap<Operation, readonly string[]>();
  #page: Page | undefined;
  #stopped: Promise<void> | undefined;

  private constructor(
    readonly html: string,
    readonly browser: () => Promise<Browser>,
    readonly leave: () => Promise<void>,
    readonly context: DriverContext,
    readonly description: SurfaceDescription,
    readonly mapping: CardMapping | undefined,
  ) {
    this.observes =
      mapping === undefined ? OWN : new Set([...SHOWN.filter((part) => mapping.shows[part] !== undefined), 'markup']);
    this.#restartLimit = new RestartLimit(context.surface);
  }

  static async open(options: UiCardOptions, shared: SharedBrowser, context: DriverContext): Promise<UiCardSession> {
    const file = path.resolve(context.root, options.page);
    const html = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw unavailable(
        context,
        `there is no card at ${file}`,
        'Build the card, and set `page` of the surface to the built HTML file.',
        cause,
      );
    });
    const browser = (): Promise<Browser> => shared.browser();
    const leave = shared.join();
    try {
      const name = `card in Chromium ${(await browser()).version()}`;
      return new UiCardSession(html, browser, leave, context, { name, language: 'TypeScript' }, cardMapping(options));
    } catch (cause) {
      await leave();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw unavailable(context, reason, cause instanceof ParityError ? cause.repair : 'Run the check again.', cause);
    }
  }

  async run(call: Call): Promise<Outcome> {
    // After the stop, no browser may be started, because nothing would end it.
    if (this.#stopped !== undefined) return { kind: 'crash', detail: 'the session was stopped before this call' };
    const reason = oneCredentialFault(call) ?? bodyReason(call);
    if (reason !== undefined) return { kind: 'inexpressible', reason };
    const script = this.#script(call);
    if (typeof script === 'object') return script;
    this.#restartLimit.assertNotReached(call.operation.id);
    try {
      const outcome = this.#outcome(await this.#runScript(script, call.token));
      this.#restartLimit.reset(call.operation.id);
      return outcome;
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 2000) : String(error);
      this.#restartLimit.count(call.operation.id, detail);
      await this.#discardPage();
      return { kind: 'crash', detail };
    }
  }

  /**
   * The script that runs the call inside the page. Returns an outcome with the reason if the card has no input for the
   * call.
   */
  #script(call: Call): string | Outcome {
    const { schemas } = this.context.contract;
    const task = this.mapping ? mappedTask(this.mapping, call, { ...this.context, schemas }) : this.#task(call);
    if (typeof task === 'string') return { kind: 'inexpressible', reason: task, by: 'surface' };
    return `cardOperator.perform(${scriptLiteral(task)})`;
  }

  #task({ operation, input, token, isRepeated }: Call): CardTask {
    const { baseUrl, serverUrls, timeoutMs, contract } = this.context;
    const required = this.#required.get(operation) ?? requiredNames(contract.schemas, operation);
    this.#required.set(operation, required);
    return {
      operation: operation.id,
      inputs: givenArguments(operation, input).map(([{ name }, value]) => [name, value] as const),
      base: baseUrl,
      servers: [...(serverUrls ?? [])],
      token: token ?? '',
      timeoutMs,
      isRepeated: isRepeated === true,
      required,
      parsedMarkup: PARSED_MARKUP,
    };
  }

  /** Only generated cards are operated. Other pages may need the network, which this host does not have. */
  async showHosted(page: HostedPage): Promise<HostedCard> {
    const isGenerated = [this.html, page.reading.html].every((html) => html.includes(GENERATED));
    if (this.mapping !== undefined || !isGenerated) return { faults: [], replies: [] };
    const task = (hosted: HostedCall['call']): CardTask | undefined => {
      const call = { ...hosted, token: undefined };
      return bodyReason(call) === undefined ? this.#task(call) : undefined;
    };
    const outcome = (done: CardDone): Outcome => this.#outcome(done);
    return showHosted(await this.browser(), page, { timeoutMs: this.context.timeoutMs, task, outcome });
  }

  /** The console output of the page, and its uncaught errors. */
  takeLog(): string {
    return this.#log.take();
  }

  async inventory(): Promise<readonly InventoryEntry[]> {
    const page = await this.#ready(this.context.token);
    const entries = await this.#entries(page);
    const forms = entries.map(({ name }) => ({
      form: `form[name=${JSON.stringify(name)}]`,
      open: `[data-action=${JSON.stringify(name)}]`,
      ...(this.mapping && { open: undefined, ...this.mapping.forms[name] }),
      name,
    }));
    const controls = (method: string): string =>
      `new (${UnnamedControls.toString()})().${method}(${scriptLiteral(forms)})`;
    const unnamed = await page.evaluate<readonly Pick<InventoryEntry, 'name' | 'unnamed'>[]>(controls('of'));
    const around = await page.evaluate<readonly string[]>(controls('around'));
    return entries.map((entry, index) => {
      const { unnamed: found = [] } = unnamed[index] ?? {};
      return {
        ...entry,
        ...(found.length > 0 && { unnamed: found }),
        ...(around.length > 0 && { unnamedAround: around }),
      };
    });
  }

  async #entries(page: Page): Promise<readonly InventoryEntry[]> {
    if (this.mapping === undefined)
      return await page.evaluate<readonly InventoryEntry[]>(`new (${CardOffers.toString()})().actions()`);
    const wanted = `cardOperator.offered(${scriptLiteral(this.mapping.forms)}, ${GRACE_MS})`;
    return (await page.evaluate<readonly string[]>(wanted)).map((name) => ({ name }));
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#end());
  }

  async #end(): Promise<void> {
    await this.#discardPage();
    await this.leave();
  }

  /**
   * Runs a script inside the page, and returns its result. The script itself ends at the time limit. If the page hangs,
   * the driver waits a little longer and then closes the page.
   */
  async #runScript(script: string, token: string | undefined): Promise<CardDone | MappedDone> {
    const page = await this.#ready(token);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.context.timeoutMs + GRACE_MS);
    });
    try {
      const done = await Promise.race([page.evaluate<CardDone | MappedDone>(script), late]);
      if (done === undefined) await this.#discardPage();
      return done ?? { kind: 'timeout' };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes a page that has crashed or hangs. The next case opens it again, and starts a crashed browser again. */
  async #discardPage(): Promise<void> {
    const page = this.#page;
    this.#page = undefined;
    await page?.close().catch(() => undefined);
  }

  #outcome(done: CardDone | MappedDone): Outcome {
    if (done.kind === 'timeout') return { kind: 'timeout', afterMs: this.context.timeoutMs };
    if (done.kind === 'refused') return { ...done, by: 'client' };
    return done.kind === 'seen' ? cardOutcome(done.sight) : { ...done, by: 'surface' };
  }

  /**
   * Returns the page, and loads the card first if needed. The browser itself provides the card at the origin of the
   * base URL, so the service receives no request for it. A card of the user is loaded again for each call, because it
   * could still show elements of an earlier call.
   */
  async #ready(token: string | undefined): Promise<Page> {
    // A page that crashed after its last call is replaced, because this call did not cause the crash.
    if (this.#page?.isClosed() === true || this.#page?.context().browser()?.isConnected() === false)
      await this.#discardPage();
    const page = this.#page ?? (await this.#opened());
    if (page === this.#page && this.mapping === undefined) return page;
    const { baseUrl } = this.context;
    const address =
      this.mapping === undefined ? new URL('/card', baseUrl).href : mappedAddress(this.mapping, this.context, token);
    const isCard = ({ href }: URL): boolean => href === new URL(address).href;
    await page.route(isCard, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: this.html }));
    // The browser does not reload a page if only the fragment of its address changes, so a blank page is loaded first.
    if (address.includes('#')) await page.goto('about:blank', { timeout: START_MS });
    await page.goto(address, { timeout: START_MS });
    await page.unrouteAll();
    const operator = this.mapping === undefined ? CardOperator : MappedOperator;
    await page.evaluate(`globalThis.cardOperator = new (${operator.toString()})(); undefined`);
    this.#page = page;
    return page;
  }

  async #opened(): Promise<Page> {
    const page = await (await this.browser()).newPage(this.mapping === undefined ? { viewport: LOW } : {});
    page.on('console', (message) => this.#log.add(`${message.type()}: ${message.text()}\n`));
    page.on('pageerror', (error) => this.#log.add(`${error.stack ?? error.message}\n`));
    await withoutFavicon(page);
    return page;
  }
}

const OWN: ReadonlySet<Observable> = new Set(['status', 'value', 'problem', 'events', 'markup']);
const SHOWN = ['status', 'value', 'problem'] as const;
/** The start of the element that each generated card has. */
const GENERATED = '<service-card';
const GRACE_MS = 1000;
const START_MS = 30_000;
/**
 * The window of a generated card, in CSS pixels. It is low, because painting a window of the usual height takes a fifth
 * of the processor time of a card. A card of the user has the usual height, because it may show only visible parts.
 */
const LOW = { width: 1280, height: 60 };

/**
 * The reason why a body cannot be entered on the card. A form can only send the media type that the contract documents
 * first.
 */
function bodyReason({ operation, input }: Call): string | undefined {
  const content = operation.requestBody?.content[0];
  if (input.body === undefined || content === undefined) return undefined;
  const { mediaType: first } = content;
  if (input.mediaType !== undefined && input.mediaType !== first)
    return `the card has no way to choose the media type ${input.mediaType}`;
  return enteredAs(content) === 'text' ? simpleBodyFault(first, input.body) : bodyFault(content, input.body);
}

function unavailable({ surface }: DriverContext, message: string, repair: string, cause: unknown): ParityError {
  return new ParityError('surface-unavailable', `${surface}: ${message}`, repair, { cause });
}
