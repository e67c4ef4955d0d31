import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../fixtures/any-character.js';
import { contractOf, operationOf } from '../../fixtures/contracts.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { XmlCodec } from '../../operation.js';

async function codecOf(schema: Json, schemas: JsonObject = {}): Promise<XmlCodec> {
  const requestBody = { content: { 'application/xml': { schema } } };
  const responses = { 204: { description: 'Taken.' } };
  const contract = await contractOf({
    paths: { '/': { post: { operationId: 'take', requestBody, responses } } },
    components: { schemas },
  });
  const codec = operationOf(contract, 'take').requestBody?.content[0]?.xml;
  if (codec === undefined) throw new Error('no codec');
  return codec;
}

function written(codec: XmlCodec, value: Json): string {
  const result = codec.write(value);
  return typeof result === 'string' ? `n/a: ${result}` : result.text;
}

const TEXT = { type: 'string' };
const named = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  xml: { name: 'book' },
  properties,
  ...more,
});
const list = (xml: JsonObject, items: JsonObject = {}): JsonObject =>
  named({ animals: { type: 'array', xml, items: { ...TEXT, ...items } } });
const ANIMALS = { animals: ['cat', 'dog'] };

/** Values and the XML documents for them. The rows about lists are the examples in OpenAPI 3.1 §4.8.26.2. */
describe('values and XML documents', () => {
  test.each<readonly [string, JsonObject, Json, string]>([
    [
      'members',
      named({ a: TEXT, b: { type: 'integer' }, c: { type: 'boolean' } }),
      { a: 'x', b: 1, c: true },
      '<book><a>x</a><b>1</b><c>true</c></book>',
    ],
    [
      'an attribute',
      named({ id: { type: 'integer', xml: { attribute: true } }, a: TEXT }),
      { id: 7, a: '' },
      '<book id="7"><a></a></book>',
    ],
    [
      'a member with an XML name',
      named({ a: { ...TEXT, xml: { name: 'title' } } }),
      { a: 'x' },
      '<book><title>x</title></book>',
    ],
    [
      'a prefix and a namespace',
      named({ a: { ...TEXT, xml: { prefix: 's', namespace: 'urn:s' } } }),
      { a: 'x' },
      '<book><s:a xmlns:s="urn:s">x</s:a></book>',
    ],
    [
      'a default namespace',
      named({ a: TEXT }, { xml: { name: 'book', namespace: 'urn:b' } }),
      { a: 'x' },
      '<book xmlns="urn:b"><a>x</a></book>',
    ],
    ['a list', list({}), ANIMALS, '<book><animals>cat</animals><animals>dog</animals></book>'],
    [
      'a list with a name of its items',
      list({ name: 'aliens' }, { xml: { name: 'animal' } }),
      ANIMALS,
      '<book><animal>cat</animal><animal>dog</animal></book>',
    ],
    [
      'a wrapped list',
      list({ wrapped: true }),
      ANIMALS,
      '<book><animals><animals>cat</animals><animals>dog</animals></animals></book>',
    ],
    [
      'a wrapped list with an XML name',
      list({ name: 'aliens', wrapped: true }),
      ANIMALS,
      '<book><aliens><aliens>cat</aliens><aliens>dog</aliens></aliens></book>',
    ],
    [
      'a wrapped list with both names',
      list({ name: 'aliens', wrapped: true }, { xml: { name: 'animal' } }),
      ANIMALS,
      '<book><aliens><animal>cat</animal><animal>dog</animal></aliens></book>',
    ],
    ['a wrapped list without items', list({ wrapped: true }), { animals: [] }, '<book><animals></animals></book>'],
    [
      'an object in an object',
      named({ at: { type: 'object', properties: { x: { type: 'number' } } } }),
      { at: { x: -0.5 } },
      '<book><at><x>-0.5</x></at></book>',
    ],
    [
      'an additional member',
      named({}, { additionalProperties: { type: 'integer' } }),
      { n: 1 },
      '<book><n>1</n></book>',
    ],
    [
      'characters of the syntax',
      named({ a: TEXT }),
      { a: '<&>"\'\r\n\t é' },
      '<book><a>&lt;&amp;&gt;"\'&#13;\n\t é</a></book>',
    ],
    [
      'white space in an attribute',
      named({ a: { ...TEXT, xml: { attribute: true } } }),
      { a: ' "\n\t&' },
      '<book a=" &quot;&#10;&#9;&amp;"></book>',
    ],
    ['a string of white space only', named({ a: TEXT }), { a: '  ' }, '<book><a>  </a></book>'],
    [
      'a name that every JavaScript object inherits',
      named({ constructor: TEXT }),
      { constructor: 'a' },
      '<book><constructor>a</constructor></book>',
    ],
  ])('a value is written as XML and read back: %s → $3', async (_, schema, value, want) => {
    const codec = await codecOf(schema);
    expect(written(codec, value)).toBe(want);
    expect(codec.read(want)).toEqual(value);
  });

  test.each<readonly [string, JsonObject, Json, string]>([
    ['null', named({ a: {} }), { a: null }, 'a: XML cannot express null'],
    ['a control character', named({ a: TEXT }), { a: '\u0001' }, 'a: XML does not allow a character of the value'],
    ['a lone surrogate', named({ a: TEXT }), { a: '\ud800' }, 'a: XML does not allow a character of the value'],
    ['a list of lists', named({}), { a: [[1]] }, 'a: XML cannot express a list in a list'],
    ['a key that is not a name', named({}), { 'a b': 1 }, '"a b" is not a name of an XML element'],
    [
      'an object as an attribute',
      named({ a: { xml: { attribute: true } } }),
      { a: {} },
      'a: an XML attribute cannot contain a list or an object',
    ],
    [
      'a root without a name',
      { type: 'object' },
      {},
      'the root element of an XML body has no name: its schema has no `xml.name`',
    ],
  ])('XML cannot express %s', async (_, schema, value, want) => {
    expect(written(await codecOf(schema), value)).toBe(`n/a: ${want}`);
  });
});

test('the name of a component becomes the name of its root element; the component of a list names the items', async () => {
  const schemas = {
    Pet: { type: 'object', properties: { name: TEXT } },
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object' }] },
  };
  const pet = { $ref: '#/components/schemas/Pet' };
  expect(written(await codecOf({ anyOf: [pet, { type: 'null' }] }, schemas), { name: 'a' })).toBe(
    '<Pet><name>a</name></Pet>',
  );
  expect(written(await codecOf({ $ref: '#/components/schemas/Cat' }, schemas), { name: 'a' })).toBe(
    '<Cat><name>a</name></Cat>',
  );
  const codec = await codecOf({ type: 'array', xml: { name: 'pets' }, items: pet }, schemas);
  expect(written(codec, [{ name: 'a' }, {}])).toBe('<pets><Pet><name>a</name></Pet><Pet></Pet></pets>');
  expect(codec.read('<pets><Pet><name>a</name></Pet><Pet/></pets>')).toEqual([{ name: 'a' }, {}]);
});

describe('XML documents of other programs', () => {
  const schema = named({
    id: { type: 'integer', xml: { attribute: true } },
    a: { ...TEXT, xml: { namespace: 'urn:s', prefix: 's' } },
    n: { type: 'integer' },
    own: { ...TEXT, xml: { name: 'title' } },
    tags: { type: 'array', xml: { wrapped: true }, items: { ...TEXT, xml: { name: 'tag' } } },
  });
  test.each<readonly [string, string, Json | undefined]>([
    [
      'a declaration, comments and white space',
      '<?xml version="1.0"?>\n<!-- c -->\n<book id="1">\n  <n>2</n> <!-- d -->\n</book>\n',
      { id: 1, n: 2 },
    ],
    ['a different prefix of the same namespace', '<book xmlns:t="urn:s"><t:a>x</t:a></book>', { a: 'x' }],
    [
      'an element with the expected namespace as its default namespace',
      '<book><a xmlns="urn:s">x</a></book>',
      { a: 'x' },
    ],
    ['an element of a different namespace', '<book xmlns:s="urn:t"><s:a>x</s:a></book>', { '{urn:t}a': 'x' }],
    ['CDATA and entities', '<book><s:a xmlns:s="urn:s"><![CDATA[<]]>&#x41;&amp;</s:a></book>', { a: '<A&' }],
    ['an element in place of an attribute', '<book><id>1</id></book>', { '{}id': '1' }],
    ['an element with the name of the property instead of its XML name', '<book><own>x</own></book>', { '{}own': 'x' }],
    [
      'items with a different name',
      '<book><tags><tags>x</tags><tag>y</tag></tags></book>',
      { tags: [{ '{}tags': 'x' }, 'y'] },
    ],
    [
      'items of a wrapped list outside their enclosing element',
      '<book><tag>x</tag><tag>y</tag></book>',
      { '{}tags': ['x', 'y'] },
    ],
    ['a value of the wrong type, which stays a string', '<book><n>two</n></book>', { n: 'two' }],
    ['a repeated element', '<book><n>1</n><n>2</n></book>', { n: [1, 2] }],
    ['a different root element', '<author/>', undefined],
    ['self-closing elements', '<book id="1"><n/></book>', { id: 1, n: '' }],
    ['two roots', '<book/><book/>', undefined],
    ['an element that is not closed', '<book><n>1</book>', undefined],
    ['JSON', '{"n":1}', undefined],
    ['an empty document', '', undefined],
    ['a document with a document type', '<!DOCTYPE book [<!ENTITY a "aaaa">]><book><n>&a;</n></book>', undefined],
    ['a document that is nested too deeply', `<book>${'<n>'.repeat(5000)}${'</n>'.repeat(5000)}</book>`, undefined],
  ])('an XML document is read, or rejected if it does not match its schema: %s → $2', async (_, text, want) => {
    expect((await codecOf(schema)).read(text)).toEqual(want);
  });
});

const anyText = fc
  .string({ unit: anyCharacter })
  .filter((text) => !/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text));

test('every value that can be written as XML is read back', async () => {
  const codec = await codecOf(
    named({
      text: TEXT,
      mark: { ...TEXT, xml: { attribute: true } },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      list: { type: 'array', items: TEXT },
      pairs: {
        type: 'array',
        xml: { wrapped: true },
        items: { type: 'object', properties: { x: { type: 'integer' } }, xml: { name: 'pair' } },
      },
    }),
  );
  const value = fc.record(
    {
      text: anyText,
      mark: anyText,
      count: fc.integer(),
      ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      list: fc.array(anyText, { minLength: 1, maxLength: 3 }),
      pairs: fc.array(fc.record({ x: fc.integer() }, { requiredKeys: [] }), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(value, (one) => {
      const result = codec.write(one);
      expect(typeof result === 'string' ? result : codec.read(result.text)).toEqual(one);
    }),
  );
});
