import { type Card, readCard } from './offer/card.js';
import type { Offer } from './offer/offer.js';
import { parseOptions } from './options.js';
import { serveOnStdio } from './serving/serve-on-stdio.js';
import { readService } from './call/service.js';

/**
 * Runs a tool server as a command. Exit code 0: a client or a signal ended the server. Exit code 2: the arguments or
 * the environment are wrong.
 */
export async function runServer(offer: Offer): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const service = readService(process.env, offer.environment);
  if (options.kind === 'help') process.stdout.write(options.text);
  else if (options.kind === 'wrong' || service.kind === 'wrong') {
    process.stderr.write(
      `${options.kind === 'wrong' ? options.message : ''}${service.kind === 'wrong' ? service.message : ''}`,
    );
    process.exitCode = 2;
  } else if (options.kind === 'http') {
    // This module is loaded only for HTTP, because a client over stdio waits until the server has started.
    const { serveOnHttp } = await import('./serving/serve-on-http.js');
    await serveOnHttp(service.service, offer, options, cardOf(options.card, offer)).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 2;
    });
  } else serveOnStdio(service.service, offer, cardOf(options.card, offer));
}

/**
 * Reads the card that the command line names. If the page cannot be read, the server offers its tools without a card.
 */
function cardOf(file: string | undefined, offer: Offer): Card | undefined {
  if (file === undefined) return undefined;
  const reading = readCard(file, offer);
  if (reading.kind === 'card') return reading.card;
  process.stderr.write(`No card is offered: ${reading.reason}\n`);
  return undefined;
}
