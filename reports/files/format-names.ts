/** The names of all formats, by themselves: the help of a command needs no renderer. */
export const FORMAT_NAMES = ['ndjson', 'html', 'junit', 'sarif', 'summary', 'badge', 'annotations'] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];
