/** The reason why the tools of a server cannot be listed, with a repair. */
export interface Obstacle {
  readonly kind: 'obstacle';
  /** The reason as a clause, without a full stop. */
  readonly why: string;
  /** The repair as a sentence in the imperative. */
  readonly repair: string;
}

export function obstacle(why: string, repair: string): Obstacle {
  return { kind: 'obstacle', why, repair };
}
