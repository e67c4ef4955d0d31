import { expect, test } from 'vitest';
import { MovedPointers } from './moved-pointers.js';

const moved = new MovedPointers();
const moves = (keyword: string): boolean => keyword !== 'title';
moved.add('/a', moves);
moved.add('/a/allOf/0', moves);
moved.add('/b/anyOf/1', moves);

test.each([
  ['', ''],
  ['/c/anyOf/0', '/c/anyOf/0'],
  ['/a', '/a'],
  ['/a/title', '/a/title'],
  ['/a/type', '/a/anyOf/0/type'],
  ['/a/anyOf/1', '/a/anyOf/0/anyOf/1'],
  ['/a/allOf/0', '/a/anyOf/0/allOf/0'],
  ['/a/allOf/0/oneOf/0/title', '/a/anyOf/0/allOf/0/anyOf/0/oneOf/0/title'],
  ['/b/anyOf/1/items', '/b/anyOf/1/anyOf/0/items'],
])('the pointer "%s" of the file becomes "%s" in the upgraded document', (written, upgraded) => {
  expect(moved.toUpgraded(written)).toBe(upgraded);
  expect(moved.toWritten(upgraded)).toBe(written);
});

test.each([
  ['/a/anyOf/1', '/a/nullable'],
  ['/a/anyOf/1/type', '/a/nullable'],
  ['/a/anyOf', '/a/nullable'],
  ['/a/anyOf/0', '/a'],
])('the pointer %s of the upgraded document becomes %s in the file', (upgraded, written) => {
  expect(moved.toWritten(upgraded)).toBe(written);
});
