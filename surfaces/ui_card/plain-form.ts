import type { MediaContent } from '../../contract/operation.js';
import { URLENCODED, essence } from '../../contract/wire/message.js';

/** Whether a card sends the body as a URL-encoded form whose fields have the default encoding. */
export function isPlainForm(content: MediaContent | undefined): content is MediaContent {
  return content !== undefined && essence(content.mediaType) === URLENCODED && content.encoding === undefined;
}
