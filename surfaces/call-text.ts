/** The source text of calls, as a user of a surface would write them. */
export interface CallText {
  readonly language: 'sh' | 'typescript' | 'python' | 'json';
  /** The source text of one or more calls. It contains only visible characters and line feeds. */
  readonly text: string;
}
