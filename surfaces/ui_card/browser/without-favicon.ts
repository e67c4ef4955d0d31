import type { Page } from 'playwright-core';

/**
 * Aborts the browser's own request of an icon. It has the origin of the page, which is that of the service, and may come
 * after the page was loaded: it would be recorded as a request of the card. Requests of the card's code pass.
 */
export async function withoutFavicon(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, resourceType }) => {
    const isOfCode = resourceType === 'Fetch' || resourceType === 'XHR';
    const answered = isOfCode
      ? session.send('Fetch.continueRequest', { requestId })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // The page may be closed meanwhile.
    answered.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/favicon.ico' }] });
}
