/** Decodes a file to a string with one character for each byte (see `docs/decisions/bodies.md`). */
function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1');
}

/** A PDF with one empty page of the given width. */
function page(width: number): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 9]>>`,
  ];
  let text = '%PDF-1.4\n';
  const entries = objects.map((object, index) => {
    const offset = String(text.length).padStart(10, '0');
    text += `${index + 1} 0 obj${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${entries.join('')}`;
  return `${text}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

/**
 * Two small valid files of each common binary media type, made as small as possible: images of one black and of one
 * white pixel, pages of two sizes, and archives with and without content.
 */
export const SMALL_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'image/png',
    [
      fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='),
      fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='),
    ],
  ],
  [
    'image/gif',
    [
      fromBase64('R0lGODdhAQABAIEAAAAAAAAAAAAAAAAAACwAAAAAAQABAAAIBAABBAQAOw=='),
      fromBase64('R0lGODdhAQABAIEAAP///wAAAAAAAAAAACwAAAAAAQABAAAIBAABBAQAOw=='),
    ],
  ],
  [
    'image/jpeg',
    [
      fromBase64(
        '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AE//Z',
      ),
      fromBase64(
        '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8Aa//Z',
      ),
    ],
  ],
  [
    'image/webp',
    [
      fromBase64('UklGRhoAAABXRUJQVlA4TA4AAAAvAAAAAAcQEf0PRET/Aw=='),
      fromBase64('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA='),
    ],
  ],
  ['application/pdf', [page(9), page(8)]],
  [
    'application/zip',
    [
      fromBase64('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=='),
      fromBase64(
        'UEsDBBQAAAAAAAAAIQBDvrfoAQAAAAEAAAABAAAAYWFQSwECFAMUAAAAAAAAACEAQ7636AEAAAABAAAAAQAAAAAAAAAAAAAAgAEAAAAAYVBLBQYAAAAAAQABAC8AAAAgAAAAAAA=',
      ),
    ],
  ],
  ['application/gzip', [fromBase64('H4sIAAAAAAACAwMAAAAAAAAAAAA='), fromBase64('H4sIAAAAAAACA0sEAEO+t+gBAAAA')]],
]);
