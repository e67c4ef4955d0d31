import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PathIndex, type TemplateSegment } from './path-index.js';

const segment = fc.constantFrom('a', 'b', '', undefined);
const template = fc.array(segment, { maxLength: 4 });
const requested = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 4 });

it('the index finds the same paths in the same order as a search through all paths', () => {
  fc.assert(
    fc.property(fc.array(template, { maxLength: 30 }), requested, (templates, segments) => {
      const mayMatch = (one: readonly TemplateSegment[]): boolean =>
        one.length === segments.length && one.every((each, index) => each === undefined || each === segments[index]);
      expect(new PathIndex(templates, (each) => each).at(segments)).toEqual(templates.filter(mayMatch));
    }),
  );
});
