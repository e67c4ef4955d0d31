import { describe, expect, it } from 'vitest';
import { isPluralOf, nameIn, nameWords, plainName, singularsOf } from './plain-name.js';

describe('plainName', () => {
  it.each([
    ['itemId', 'itemid'],
    ['item_id', 'itemid'],
    ['Item-ID', 'itemid'],
    ['meta.version', 'metaversion'],
  ])('the plain name of %s is %s', (name, want) => {
    expect(plainName(name)).toBe(want);
  });
});

describe('nameWords', () => {
  it.each([
    ['resetApiToken', ['reset', 'api', 'token']],
    ['reset-api-token', ['reset', 'api', 'token']],
    ['__', []],
  ])('the words of the name %s are %j', (name, want) => {
    expect(nameWords(name)).toEqual(want);
  });
});

describe('singularsOf', () => {
  it.each([
    ['jobs', ['jobs', 'job']],
    ['boxes', ['boxes', 'box', 'boxe']],
    ['Cities', ['cities', 'city', 'citi', 'citie']],
    ['staff', ['staff']],
  ])('the possible singulars of %s are %j', (name, want) => {
    expect(singularsOf(name)).toEqual(want);
  });

  it.each(['job', 'box', 'city', 'key'])('%s is a singular of its plurals', (noun) => {
    for (const plural of [`${noun}s`, `${noun}es`, noun.replace(/y$/, 'ies')]) {
      expect(isPluralOf(plural, noun)).toBe(true);
      if (plural !== `${noun}es` || noun !== 'city') expect(singularsOf(plural)).toContain(noun);
    }
  });
});

it.each<[readonly string[], string, string]>([
  [['from', 'to'], 'From', 'from'],
  [['date_sent'], 'DateSent', 'date_sent'],
  [['from', 'From'], 'From', 'From'],
  [['from', 'FROM'], 'From', 'From'],
  [['to'], 'From', 'From'],
])('of %j, the name that means the same as %s is %s', (names, name, want) => {
  expect(nameIn(names, name)).toBe(want);
});
