import type { Page } from 'playwright-core';

/**
 * Aborts the request for an icon that the browser itself sends to the origin of the service. Otherwise it would be
 * recorded as a request of the card. Requests from the card's own code are not aborted.
 */
export async function withoutFavicon(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, resourceType }) => {
    const isOfCode = resourceType === 'Fetch' || resourceType === 'XHR';
    const answered = isOfCode
      ? session.send('Fetch.continueRequest', { requestId })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // The abort fails if the page was closed in the meantime, which is harmless.
    answered.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/favicon.ico' }] });
}
