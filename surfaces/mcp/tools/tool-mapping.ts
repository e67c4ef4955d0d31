/** How the tool of one operation is called on a server with other conventions. */
export interface ToolMapping {
  readonly name: string;
  /** The name of an argument (`item_id`, `body`, and `body.name` for a member of the body) → its name in the tool. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** `members`: each member of the body is an argument. Default: the body is one argument. */
  readonly body?: 'members';
}

export type ToolMappings = Readonly<Record<string, ToolMapping>>;
