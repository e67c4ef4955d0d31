import path from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { type JsonObject, isJsonObject } from '../../contract/json/json.js';
import { parseJson } from '../../contract/wire/request/split-request.js';
import { HOST_FILE } from '../../surfaces/ui_card/hosting/host-file.js';
import { CardHost, type OpenCard } from '../../surfaces/ui_card/hosting/card-host.js';
import { HOST_CAPABILITIES } from '../../surfaces/hosted-page.js';
import { type App, readApp } from '../../surfaces/ui_card/hosting/read-app.js';
import { openBrowser } from '../../surfaces/ui_card/browser/open-browser.js';
import type { McpDriverOptions } from '../../surfaces/mcp/session/driver-options.js';
import { scriptedBackend } from '../backends/scripted.js';
import { successReplies } from '../backends/success-replies.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { asParityError } from '../engine/drive/backend-run.js';
import { surfaceConfigsFor } from '../configuration/surface-configs.js';
import { Tap } from '../tap/tap.js';
import type { Step } from './step.js';

interface Where {
  readonly loaded: LoadedConfig;
  readonly contract: Contract;
  readonly signal: AbortSignal;
}

/** Shows each UI card of a tool server in a host of MCP Apps. If the server has no cards, there are no steps. */
export async function* hostedSteps(
  where: Where,
  browser: string | undefined,
  script = HOST_FILE,
): AsyncGenerator<Step> {
  const { loaded, contract, signal } = where;
  for (const { id, config } of surfaceConfigsFor(loaded, contract.file)) {
    if (config.driver !== 'mcp' || signal.aborted) continue;
    const title = `card of ${id} in a host`;
    try {
      const step = await hostedStep(title, { ...where, id, options: config, browser, script });
      if (step !== undefined) yield step;
    } catch (error) {
      const { message, repair } = asParityError(error, id);
      yield { kind: 'unverified', title, lines: [message], repair };
    }
  }
}

const DECLARE =
  'Fix the errors of the script of the card, and declare the addresses that the card needs in `_meta.ui.csp` of its resource.';

interface Server extends Where {
  readonly id: string;
  readonly options: McpDriverOptions;
  readonly browser: string | undefined;
  /** The path of the host's script in its package. */
  readonly script: string;
}

async function hostedStep(title: string, server: Server): Promise<Step | undefined> {
  const reading = await appOf(server);
  if (reading === undefined) return undefined;
  if (reading.kind === 'fault') {
    const repair = 'Serve the resource that the tool names, as text/html;profile=mcp-app.';
    return { kind: 'failed', title, lines: [`${reading.uri} ${reading.fault}`], repair };
  }
  const { browser, signal, script, loaded } = server;
  const opened = await openBrowser(browser && path.resolve(loaded.root, browser));
  const close = (): void => void opened.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const host = await CardHost.start(opened.browser, script);
    return await shownStep(title, host, reading.app, server);
  } finally {
    signal.removeEventListener('abort', close);
    await opened.close();
  }
}

/** Reads the card that the server offers. Scripted replies replace the service meanwhile. */
async function appOf({ loaded, contract, id, options }: Server): ReturnType<typeof readApp> {
  const { connect } = await import('../../surfaces/mcp/session/connection.js');
  const { token, prefix, timeoutMs, root } = loaded;
  const backend = await scriptedBackend(contract).start();
  const tap = await Tap.open(backend.respond);
  try {
    const context = { surface: id, contract, baseUrl: tap.baseUrl, token, prefix, timeoutMs, root };
    const { client, link } = await connect(options, context, token, HOST_CAPABILITIES);
    try {
      return client.getServerCapabilities()?.resources === undefined ? undefined : await readApp(client);
    } finally {
      await Promise.allSettled([client.close(), link?.close()]);
    }
  } finally {
    await Promise.allSettled([tap.close(), backend.stop()]);
  }
}

/**
 * The step that shows a card. A host shows a card only after the handshake of the card, so a missing handshake is a
 * failure.
 */
async function shownStep(title: string, host: CardHost, app: App, { loaded, contract }: Server): Promise<Step> {
  const { uri, tool } = app;
  try {
    const open = await host.open(app, { timeoutMs: loaded.timeoutMs });
    const { faults, asked } = open;
    const who = `${uri}, named by ${tool.name}`;
    if (faults.length > 0) return { kind: 'failed', title, lines: [who, ...faults], repair: DECLARE };
    if (asked.length > 0) {
      const lines = [who, ...asked.map((address) => `the card requests ${address}, but this host has no network`)];
      return {
        kind: 'unverified',
        title,
        lines,
        repair: 'Build the card into one file, or inspect it in a host with a network.',
      };
    }
    const result = resultOf(contract, tool.name);
    if (result !== undefined && !(await isFailureShown(open, result)))
      return {
        kind: 'failed',
        title,
        lines: [who, FAILURE_HIDDEN],
        repair: 'Make the card check `isError`, and show such a result as a failure.',
      };
    return { kind: 'passed', title, lines: [`${who}: loaded without the network`] };
  } catch (error) {
    const lines = [
      `${uri}, named by ${tool.name}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
    ];
    const repair =
      'Make the card send ui/initialize to its parent window when it is loaded, and ui/notifications/initialized after the answer.';
    return { kind: 'failed', title, lines, repair };
  }
}

const FAILURE_HIDDEN = 'the card shows a result with `isError` in the same way as a success';

/** A success reply of the tool's operation. It must be a JSON object, because structured content is an object. */
function resultOf(contract: Contract, tool: string): JsonObject | undefined {
  const operation = contract.operations.find((each) => each.tool?.name === tool);
  const body = operation && successReplies(contract).get(operation)?.body;
  const value = body && parseJson(body);
  return isJsonObject(value) ? value : undefined;
}

/**
 * Returns true if the card shows a failed result differently from a successful result with the same content. A card
 * that shows no results is not judged.
 */
async function isFailureShown({ page, card }: OpenCard, structuredContent: JsonObject): Promise<boolean> {
  const look = (): Promise<string> => card.locator('html').evaluate(({ outerHTML }) => outerHTML);
  const after = async (isError: boolean): Promise<string> => {
    const result = { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError };
    await page.evaluate(`cardHost.push({}, ${JSON.stringify(result)})`);
    await page.waitForTimeout(SHOWN_MS);
    return look();
  };
  const before = await look();
  const done = await after(false);
  return done === before || (await after(true)) !== done;
}

/** The time in milliseconds in which a card must show a result. */
const SHOWN_MS = 500;
