import { fileURLToPath } from 'node:url';

/** The script of the page that hosts a card, which the build puts next to this module. */
export const HOST_FILE = fileURLToPath(new URL('host.js', import.meta.url));
