import type { DynamicScope, SchemaSource } from '../contract.js';
import { type Json, type JsonObject, type JsonSchema, isJsonObject } from '../json/json.js';
import type { SchemaUri } from '../operation.js';
import { scopeText } from '../schema/scope.js';
import { UNSATISFIABLE } from './constraint-draft.js';
import { type Constraints, type Term, opposite } from './constraint-types.js';
import { flatten } from './constraints.js';
import { excludeEachOther } from './exclusion.js';
import { addFailure } from './failing-keywords.js';
import { addSchema } from './schema-keywords.js';
import type { SchemaPoint, TermMaker } from './term-maker.js';

const NO_SCOPE: DynamicScope = new Map();

/** A schema point with a cache of its schema, its child points and its terms. */
interface KnownPoint extends SchemaPoint {
  readonly schema: JsonSchema;
  /** The schema points below this one, by the path of their schema. */
  readonly below: Map<string, KnownPoint>;
  holds?: Term;
  fails?: Term;
}

/** Creates schema points and terms. There is one object for all equal points, and one object for all equal terms. */
export class Terms implements TermMaker {
  private readonly points = new Map<string, KnownPoint>();
  private readonly known = new Map<SchemaPoint, KnownPoint>();
  private readonly flattened = new Map<Term, Constraints>();

  constructor(private readonly schemas: SchemaSource) {}

  root(uri: SchemaUri): Term {
    return this.holds(this.entered(uri, NO_SCOPE));
  }

  holds(at: SchemaPoint): Term {
    const point = this.of(at);
    const { schema } = point;
    point.holds ??= {
      key: nameOf(at),
      uri: at.uri,
      addTo: (draft) => {
        if (schema === false) return [UNSATISFIABLE];
        return isJsonObject(schema) ? addSchema(draft, this, point, schema) : [];
      },
    };
    return point.holds;
  }

  fails(at: SchemaPoint): Term {
    const point = this.of(at);
    const { schema } = point;
    point.fails ??= {
      key: opposite(nameOf(at)),
      isOpaque: true,
      addTo: (draft) => {
        if (schema === true) return [UNSATISFIABLE];
        return isJsonObject(schema) ? addFailure(draft, this, point, schema) : [];
      },
    };
    return point.fails;
  }

  child(at: SchemaPoint, ...tokens: readonly (string | number)[]): SchemaPoint {
    const { below } = this.of(at);
    const key = tokens.join('\n');
    let point = below.get(key);
    if (point === undefined) {
      point = this.entered(this.schemas.child(at.uri, ...tokens), at.scope);
      below.set(key, point);
    }
    return point;
  }

  target(at: SchemaPoint, keyword: '$ref' | '$dynamicRef', reference: string): SchemaPoint {
    const { below } = this.of(at);
    // The key starts with a line break. No key of a child does, so the keys never collide.
    const key = `\n${keyword}`;
    let point = below.get(key);
    if (point === undefined) {
      const { uri, scope } = at;
      const target =
        keyword === '$ref' ? this.schemas.resolve(uri, reference) : this.schemas.resolveDynamic(uri, reference, scope);
      point = this.entered(target, scope);
      below.set(key, point);
    }
    return point;
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

  private of(at: SchemaPoint): KnownPoint {
    return this.known.get(at) ?? this.entered(at.uri, at.scope);
  }

  private entered(uri: SchemaUri, outer: DynamicScope): KnownPoint {
    const scope = this.schemas.enter(outer, uri);
    const name = nameOf({ uri, scope });
    let point = this.points.get(name);
    if (point === undefined) {
      point = { uri, scope, schema: this.schemas.at(uri), below: new Map() };
      this.points.set(name, point);
      this.known.set(point, point);
    }
    return point;
  }
}

function nameOf({ uri, scope }: SchemaPoint): string {
  return scope.size === 0 ? uri : `${uri} ${scopeText(scope)}`;
}
