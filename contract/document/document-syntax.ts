import { Composer, type Document, Lexer, type LineCounter, Parser } from 'yaml';

/**
 * The maximum depth of open brackets. It is more than twice the depth that `documentValue` accepts, and far below the
 * depth that would overflow the call stack.
 */
const MAX_OPEN = 1000;
/**
 * The maximum number of reported errors. The YAML library takes about 30 µs for each error, and passes all errors as
 * arguments of one call, which may overflow the call stack.
 */
const MAX_ERRORS = 100;

interface SyntaxFault {
  readonly code: string;
  readonly message: string;
  readonly repair: string;
  readonly offset: number;
}

export type SyntaxReading =
  | { readonly kind: 'document'; readonly document: Document.Parsed }
  | { readonly kind: 'faults'; readonly faults: readonly SyntaxFault[] };

/**
 * Parses a string as one YAML 1.2 document. Every JSON document is a YAML document, so this parser locates places in
 * both. A `%YAML 1.1` directive, with which `no` would be a boolean, has no effect: OpenAPI 3.1 §4.3 requires the types
 * of JSON.
 */
export function parseSyntax(text: string, lines: LineCounter): SyntaxReading {
  const stream = new TokenStream(text, lines);
  // Repeated keys are detected later, in linear time, by `readEntries`.
  const composer = new Composer({
    uniqueKeys: false,
    schema: 'core',
    merge: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const noted = noteErrors(composer);
  const documents: Document.Parsed[] = [];
  try {
    for (const document of composer.compose(stream.tokens(), true, text.length)) {
      documents.push(document);
      if (documents.length > 1) break;
    }
  } catch (error) {
    if (!(error instanceof EnoughErrors)) throw error;
  }
  if (stream.tooDeepAt !== undefined) {
    const repair = 'Reduce the nesting, or move parts to components and refer to them with $ref.';
    const message = 'the document is nested too deeply';
    return { kind: 'faults', faults: [{ code: 'document-too-deep', message, repair, offset: stream.tooDeepAt }] };
  }
  return syntaxReading(documents, noted);
}

function syntaxReading([document, second]: readonly Document.Parsed[], noted: readonly NotedError[]): SyntaxReading {
  const errors = [...noted, ...(document?.errors ?? []).map(({ message, pos }) => ({ message, offset: pos[0] }))];
  if (second !== undefined)
    errors.push({ message: 'the file contains more than one YAML document', offset: second.range[0] });
  if (document !== undefined && errors.length === 0) return { kind: 'document', document };
  const repair = 'Correct the syntax at this place.';
  const inOrder = errors.toSorted((left, right) => left.offset - right.offset);
  return {
    kind: 'faults',
    faults: inOrder.map(({ message, offset }) => ({
      code: 'document-syntax',
      message: `not YAML or JSON: ${message}`,
      repair,
      offset,
    })),
  };
}

interface NotedError {
  readonly offset: number;
  readonly message: string;
}

type ErrorSource = number | readonly [number, ...number[]] | { readonly offset: number };

class EnoughErrors extends Error {}

/**
 * Collects the errors of the composer, and stops it after too many errors. For this, the composer's callback is
 * replaced, which the library's types declare as private. A test fails if the library removes the callback.
 */
function noteErrors(composer: Composer): readonly NotedError[] {
  const noted: NotedError[] = [];
  let warnings = 0;
  const note = (source: ErrorSource, _code: string, message: string, warning?: boolean): void => {
    const offset = typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0];
    if (warning === true) warnings += 1;
    else noted.push({ offset, message });
    if (noted.length + warnings >= MAX_ERRORS) {
      if (noted.length === 0) noted.push({ offset, message });
      throw new EnoughErrors();
    }
  };
  (composer as unknown as { onError: typeof note }).onError = note;
  return noted;
}

/**
 * Runs the lexer and the parser of the YAML library with limits on the depth and on the number of errors. The library
 * itself has no such limits.
 */
class TokenStream {
  tooDeepAt: number | undefined;
  readonly #text: string;
  readonly #parser: Parser;
  #errors = 0;

  constructor(text: string, lines: LineCounter) {
    this.#text = text;
    lines.addNewLine(0);
    this.#parser = new Parser(lines.addNewLine);
  }

  *tokens(): ReturnType<Parser['next']> {
    for (const lexeme of new Lexer().lex(this.#text)) {
      for (const token of this.#parser.next(lexeme)) {
        if (token.type === 'error') this.#errors += 1;
        yield token;
      }
      if (this.#parser.stack.length > MAX_OPEN) this.tooDeepAt = this.#parser.offset;
      if (this.tooDeepAt !== undefined || this.#errors >= MAX_ERRORS) return;
    }
    yield* this.#parser.end();
  }
}
