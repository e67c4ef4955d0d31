import type { Client } from '@modelcontextprotocol/client';
import { SingleSchema } from '../../../contract/schema/judging/single-schema.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { anyElement } from '../../../contract/json/json-pointer.js';
import { ParityError } from '../../../contract/parity-error.js';
import type { Contradiction } from '../../outcome.js';
import { statedInputs } from '../tools/declared-inputs.js';
import { listPages, toolsOf } from './tool-inventory.js';

/**
 * The limit for the schemas of one server, in characters of JSON. Once the schemas together exceed it, the rest is not
 * used.
 */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * The schemas that a tool server declares (MCP 2025-11-25, Tools: `inputSchema`, `outputSchema`). A client may validate
 * the arguments and the result of a call against them, and reject a call that does not match. The official client does
 * this.
 */
export class ToolSchemas {
  readonly #declared: ReadonlyMap<string, DeclaredTool>;

  private constructor(declared: ReadonlyMap<string, DeclaredTool>) {
    this.#declared = declared;
  }

  /**
   * Reads all pages of `tools/list`. If two tools have the same name, the first tool is used. If a page cannot be read,
   * only the pages before it are used. The inventory then reports the failure.
   */
  static async of(client: Client, timeoutMs: number): Promise<ToolSchemas> {
    const declared = new Map<string, DeclaredTool>();
    let characters = 0;
    try {
      for await (const page of listPages(client, timeoutMs)) {
        for (const tool of toolsOf(page)) {
          const name = ownValue(tool, 'name');
          if (typeof name !== 'string' || declared.has(name)) continue;
          const [input, output] = [ownValue(tool, 'inputSchema'), ownValue(tool, 'outputSchema')];
          characters += JSON.stringify([input, output]).length;
          if (characters <= MOST_CHARACTERS)
            declared.set(name, { schema: input, input: judgeOf(input), output: judgeOf(output) });
        }
      }
    } catch {
      return new ToolSchemas(declared);
    }
    return new ToolSchemas(declared);
  }

  /** The declared input schema of a tool. */
  inputOf(tool: string): Json | undefined {
    return this.#declared.get(tool)?.schema;
  }

  /**
   * Returns where a call violates the declared schemas: at most one place in the arguments, and one in the result.
   * Error results are not judged, because the output schema does not describe them. `omitted`: returns pointers to the
   * required arguments and members that the call leaves out.
   */
  contradictions(
    tool: string,
    given: Json,
    result: Json | undefined,
    omitted: () => readonly string[] = () => [],
  ): readonly Contradiction[] {
    const declared = this.#declared.get(tool);
    if (declared === undefined) return [];
    const breach = declared.input?.(given);
    const optional =
      breach === undefined ? omitted().find((pointer) => isOptional(declared.schema, pointer)) : undefined;
    return [
      ...contradiction('arguments', breach),
      ...(optional === undefined ? [] : [{ of: 'omitted', pointer: optional, ...AT_REQUIRED } as const]),
      ...contradiction('result', resultBreach(declared.output, result)),
    ];
  }
}

interface DeclaredTool {
  readonly schema: Json | undefined;
  readonly input: Judge | undefined;
  readonly output: Judge | undefined;
}

const AT_REQUIRED = { keyword: 'required', at: '/required' } as const;

/** True if a schema, which permits that the value at the pointer is missing, declares this value. */
function isOptional(schema: Json | undefined, pointer: string): boolean {
  const { stated } = statedInputs({ inputSchema: schema ?? null });
  return stated?.has(pointer) === true || stated?.has(anyElement(pointer)) === true;
}

/** A place where a value does not match its schema. */
type Breach = Omit<Contradiction, 'of'>;
type Judge = (value: Json) => Breach | undefined;

/**
 * The first place where a result does not match its output schema. A server that declares an output schema MUST return
 * structured content that conforms to it (MCP 2025-11-25, Tools, Output Schema).
 */
function resultBreach(judge: Judge | undefined, result: Json | undefined): Breach | undefined {
  if (judge === undefined || !isJsonObject(result) || result['isError'] === true) return undefined;
  const content = ownValue(result, 'structuredContent');
  return content === undefined ? { pointer: '', keyword: 'structuredContent', at: '' } : judge(content);
}

function contradiction(of: Contradiction['of'], breach: Breach | undefined): readonly Contradiction[] {
  return breach === undefined ? [] : [{ of, ...breach }];
}

/**
 * Returns a function that validates a value against the schema. The schema is compiled on the first call. If a
 * reference or a pattern in it cannot be compiled, every value passes.
 */
function judgeOf(schema: Json | undefined): Judge | undefined {
  if (!isJsonObject(schema)) return undefined;
  let declared: SingleSchema | undefined = new SingleSchema(schema);
  return (value) => {
    try {
      if (declared === undefined || declared.accepts(value)) return undefined;
      const [violation] = declared.validate(value);
      return (
        violation && {
          pointer: violation.pointer,
          keyword: violation.keyword,
          at: violation.schema.slice(violation.schema.indexOf('#') + 1),
        }
      );
    } catch (error) {
      if (!(error instanceof ParityError)) throw error;
      declared = undefined;
      return undefined;
    }
  };
}
