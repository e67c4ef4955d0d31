/** How to call the tool of one operation on a server that does not use the generated names and arguments. */
export interface ToolMapping {
  readonly name: string;
  /**
   * The names of the arguments in the tool. The key is the name in the contract: `item_id`, `body`, or `body.name` for
   * a member of the body.
   */
  readonly arguments?: Readonly<Record<string, string>>;
  /** `members`: each member of the body is an argument. Default: the body is one argument. */
  readonly body?: 'members';
}

export type ToolMappings = Readonly<Record<string, ToolMapping>>;
