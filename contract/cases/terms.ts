import type { DynamicScope, SchemaSource } from '../contract.js';
import { type Json, type JsonObject, isJsonObject } from '../json.js';
import type { SchemaUri } from '../operation.js';
import { scopeText } from '../schema-source-scope.js';
import { NEVER } from './constraint-draft.js';
import { type Constraints, type Term, opposite } from './constraint-types.js';
import { flatten } from './constraints.js';
import { excludeEachOther } from './exclusion.js';
import { addFailure } from './failing-keywords.js';
import { addSchema } from './schema-keywords.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

const NO_SCOPE: DynamicScope = new Map();

/** Makes each term once. */
export class Terms implements TermMaker {
  private readonly made = new Map<string, Term>();
  private readonly flattened = new Map<Term, Constraints>();

  constructor(private readonly schemas: SchemaSource) {}

  root(uri: SchemaUri): Term {
    return this.holds(this.entered({ uri, scope: NO_SCOPE }));
  }

  holds(at: SchemaPoint): Term {
    return this.term({ key: nameOf(at), uri: at.uri }, (draft) => {
      const schema = this.schemas.at(at.uri);
      if (schema === false) return [NEVER];
      return isJsonObject(schema) ? addSchema(draft, this, at, schema) : [];
    });
  }

  fails(at: SchemaPoint): Term {
    return this.term({ key: opposite(nameOf(at)), isOpaque: true }, (draft) => {
      const schema = this.schemas.at(at.uri);
      if (schema === true) return [NEVER];
      return isJsonObject(schema) ? addFailure(draft, this, at, schema) : [];
    });
  }

  private term(of: Omit<Term, 'addTo'>, addTo: Term['addTo']): Term {
    let term = this.made.get(of.key);
    if (term === undefined) {
      term = { ...of, addTo };
      this.made.set(of.key, term);
    }
    return term;
  }

  child(at: SchemaPoint, ...tokens: readonly (string | number)[]): SchemaPoint {
    return this.entered({ uri: this.schemas.child(at.uri, ...tokens), scope: at.scope });
  }

  target({ uri, scope }: SchemaPoint, keyword: '$ref' | '$dynamicRef', reference: string): SchemaPoint {
    const target = keyword === '$ref' ? this.schemas.resolve(uri, reference) : this.schemas.resolveDynamic(uri, reference, scope);
    return this.entered({ uri: target, scope });
  }

  list(at: SchemaPoint, keyword: string, schema: JsonObject): readonly SchemaPoint[] {
    const listed: Json | undefined = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    return Array.isArray(listed) ? listed.map((_, index) => this.child(at, keyword, index)) : [];
  }

  excludeEachOther(a: SchemaPoint, b: SchemaPoint): boolean {
    return excludeEachOther(this.flat(this.holds(a)), this.flat(this.holds(b)));
  }

  private flat(term: Term): Constraints {
    const constraints = this.flattened.get(term) ?? flatten([{ term }]);
    this.flattened.set(term, constraints);
    return constraints;
  }

  private entered({ uri, scope }: SchemaPoint): SchemaPoint {
    return { uri, scope: this.schemas.enter(scope, uri) };
  }
}

function nameOf({ uri, scope }: SchemaPoint): string {
  return scope.size === 0 ? uri : `${uri} ${scopeText(scope)}`;
}
