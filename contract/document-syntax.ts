import { Composer, type Document, Lexer, type LineCounter, Parser } from 'yaml';

/** More than twice what `documentValue` accepts, and far from what the call stack would take. */
const MAX_OPEN = 1000;
/** Nobody mends more at once; the library takes some 30 µs for each and spreads them over the call stack at the end. */
const MAX_ERRORS = 100;

export interface SyntaxFault {
  readonly code: string;
  readonly message: string;
  readonly repair: string;
  readonly offset: number;
}

export type SyntaxReading =
  | { readonly kind: 'document'; readonly document: Document.Parsed }
  | { readonly kind: 'faults'; readonly faults: readonly SyntaxFault[] };

/**
 * Parses a text as one YAML 1.2 document. JSON is read the same way, for it is a subset, and so one reader finds the places
 * of both. `schema: 'core'` also where a `%YAML 1.1` directive asks for its types (`no` as a boolean, dates): OpenAPI 3.1
 * §4.3 wants those of JSON.
 */
export function parseSyntax(text: string, lines: LineCounter): SyntaxReading {
  const stream = new TokenStream(text, lines);
  // Repeated keys are found while the value is made, in linear time.
  const composer = new Composer({ uniqueKeys: false, schema: 'core', merge: false, prettyErrors: false, logLevel: 'silent' });
  watchErrors(composer, stream);
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(stream.tokens(), true, text.length)) {
    documents.push(document);
    if (documents.length > 1) break;
  }
  return syntaxReading(documents, stream);
}

function syntaxReading([document, second]: readonly Document.Parsed[], stream: TokenStream): SyntaxReading {
  const syntax = (message: string, offset: number): SyntaxFault =>
    ({ code: 'document-syntax', message: `not YAML or JSON: ${message}`, repair: 'Correct the syntax at this place.', offset });
  if (stream.tooDeepAt !== undefined) {
    const repair = 'Flatten it, or name parts and refer to them with $ref.';
    return faults({ code: 'document-too-deep', message: 'nested too deeply to be read', repair, offset: stream.tooDeepAt });
  }
  if (document !== undefined && document.errors.length > 0) return faults(...document.errors.map(({ message, pos }) => syntax(message, pos[0])));
  if (stream.errors > 0 || document === undefined) return faults(syntax('nothing in it can be read', 0));
  return second === undefined ? { kind: 'document', document } : faults(syntax('a second document in one file', second.range[0]));
}

/** The library's lexer and parser, watched, because the library bounds neither depth nor the number of errors. */
class TokenStream {
  tooDeepAt: number | undefined;
  errors = 0;
  readonly #text: string;
  readonly #parser: Parser;

  constructor(text: string, lines: LineCounter) {
    this.#text = text;
    lines.addNewLine(0);
    this.#parser = new Parser(lines.addNewLine);
  }

  *tokens(): ReturnType<Parser['next']> {
    for (const lexeme of new Lexer().lex(this.#text)) {
      for (const token of this.#parser.next(lexeme)) {
        if (token.type === 'error') this.errors += 1;
        yield token;
      }
      if (this.#parser.stack.length > MAX_OPEN) this.tooDeepAt = this.#parser.offset;
      if (this.tooDeepAt !== undefined || this.errors > MAX_ERRORS) return;
    }
    yield* this.#parser.end();
  }
}
