import type { Writable } from 'node:stream';

/**
 * Resolves when everything that was written to the streams has reached their readers. A pipe holds only 64 KiB. If the
 * process exits earlier and the reader is slow, the rest is lost. Streams that failed, for example because the reader
 * closed the pipe, are not waited for. The promise resolves after `limitMs` at the latest, even if a reader does not
 * read.
 */
export async function outputWritten(streams: readonly Writable[], limitMs: number): Promise<void> {
  await Promise.all(streams.map((stream) => streamWritten(stream, limitMs)));
}

function streamWritten(stream: Writable, limitMs: number): Promise<void> {
  if (stream.writableLength === 0 || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    stream.once('error', end).once('close', end);
    // Called after all earlier texts were written, or when the stream fails.
    stream.write('', end);
  });
}
