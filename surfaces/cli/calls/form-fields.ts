import type { Json } from '../../../contract/json/json.js';
import type { MediaContent } from '../../../contract/operation.js';
import type { Part } from '../../../contract/wire/body/multipart.js';
import { readUrlencoded } from '../../../contract/wire/body/urlencoded.js';
import { writePairs, writeParts } from '../../../contract/wire/body/write-form.js';
import { MULTIPART, essence } from '../../../contract/wire/message.js';
import { join } from 'node:path';
import { unfit } from './fitting-text.js';

/** A file that the driver writes before it starts the program. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The words with which a program takes one field of a form. They contain the placeholders `{name}` and `{value}`, or
 * `{name}` and `{file}` for a field in a file.
 */
export interface FieldWords {
  readonly field: readonly string[];
  /** The words for a field whose value is in a file. If omitted, the program takes no files. */
  readonly fieldFile?: readonly string[] | undefined;
}

/** The flag of generated programs: `--field=name=value`, or `--field=name=@file`. */
export const OWN_FIELD: FieldWords = {
  field: ['--field={name}={value}'],
  fieldFile: ['--field={name}=@{file}'],
};

export interface FormArguments {
  readonly args: readonly string[];
  readonly files: readonly GivenFile[];
}

/** The maximum number of files in one form. Real forms have fewer. */
const MOST_FILES = 100;

/**
 * The arguments for a form, one for each field. Returns the reason as a string if arguments cannot express the form.
 * Fields that need a file are written to `folder`.
 */
export function formArguments(
  content: MediaContent,
  value: Json,
  words: FieldWords,
  folder: string,
): FormArguments | string {
  const fields = fieldsOf(content, value);
  if (typeof fields === 'string') return fields;
  const args: string[] = [];
  const files: GivenFile[] = [];
  for (const field of fields) {
    const { name } = field;
    if (!isSpellable(name, words)) return `${JSON.stringify(name)} cannot be a field name, because of its = or @`;
    const text = textOf(field, words);
    if (text !== undefined) args.push(...filled(words.field, { name, value: text }));
    else if (words.fieldFile === undefined || files.length === MOST_FILES)
      return `${name}: the program cannot read this field from a file`;
    else {
      const file = join(folder, `field-${files.length}`);
      files.push({ path: file, bytes: field.content });
      args.push(...filled(words.fieldFile, { name, file }));
    }
  }
  return { args, files };
}

type Field = Pick<Part, 'name' | 'content' | 'fileName'>;

/** The fields of a form, each with its content as the encoder of the contract writes it. */
function fieldsOf(content: MediaContent, value: Json): readonly Field[] | string {
  if (essence(content.mediaType) === MULTIPART) {
    const parts = writeParts(content, value);
    return parts.length === 0 ? 'a multipart body must have at least one part' : parts;
  }
  const pairs = writePairs(content, value);
  if (typeof pairs === 'string') return pairs;
  return readUrlencoded(pairs.join('&')).map(({ name, text }) => ({ name, content: Buffer.from(text) }));
}

/**
 * True if an argument can contain this field name. The program takes the text up to the first `=` as the name, or up to
 * the first `@` in `name@file`.
 */
function isSpellable(name: string, { fieldFile = [] }: FieldWords): boolean {
  if (name === '' || name.includes('=') || unfit(name) !== undefined) return false;
  return !name.includes('@') || !fieldFile.some((word) => word.includes('{name}@'));
}

/**
 * The value of a field as a string. `undefined` for a field that needs a file: bytes, a part with a file name, or a
 * value that begins with `@`.
 */
function textOf({ content, fileName }: Field, { fieldFile }: FieldWords): string | undefined {
  const text = Buffer.from(content).toString();
  if (fileName !== undefined || unfit(text) !== undefined || !Buffer.from(text).equals(content)) return undefined;
  return text.startsWith('@') && fieldFile !== undefined ? undefined : text;
}

/** Words of the configuration with their placeholders replaced. */
export function filled(words: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  return words.map((word) => word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
}
