import { builtFile } from '../../built-file.js';

/** The script of the page that hosts a card. */
export const HOST_FILE = builtFile(import.meta.url, 'surfaces/ui_card/hosting', 'host.js');
