import { argumentPointer, argumentSchema } from '../../../contract/inputs/input-violations.js';
import { argumentValue, operationArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { descriptionsOf, quotedNames, sentencesOf, statusesIn } from '../../../contract/sentences.js';
import { type DescribedText, describedTexts } from '../../values/stated/described-texts.js';
import { refusesBlank } from '../../values/stated/refused-blank.js';
import type { Trial } from '../../rule.js';

/** A text of only spaces in an input, and the sentence of the contract that refuses it. */
export interface BlankText {
  readonly pointer: string;
  readonly sentence: string;
  /** The address of the schema with the sentence; omitted if the text of the operation has it. */
  readonly schema?: string;
}

/**
 * Finds a text in the query or the body that has only spaces although a description refuses such texts. The description
 * is that of the text itself. A description of its object, or of the operation, must name the text in backticks.
 */
export function refusedBlank({ schemas }: Contract, { operation, case: { input } }: Trial): BlankText | undefined {
  for (const argument of operationArguments(operation)) {
    const schema = argumentSchema(operation, argument, input.mediaType);
    const value = argumentValue(input, argument);
    if (value === undefined || schema === undefined || (argument.in !== 'query' && argument.in !== 'body')) continue;
    const pointer = argumentPointer(argument);
    for (const text of describedTexts(schemas, [schema], value)) {
      const found = /^ +$/.test(text.text)
        ? refusal(text, argument.parameter?.description ?? '', operation.description)
        : undefined;
      if (found !== undefined) return { ...found, pointer: `${pointer}${text.pointer}` };
    }
  }
  return undefined;
}

/** The sentence that refuses a blank text. `own`: a further description of the text; `other`: that of the operation. */
function refusal(
  { applied, name, around }: DescribedText,
  own: string,
  other: string,
): Omit<BlankText, 'pointer'> | undefined {
  const sentenceIn = (description: string, isOwn: boolean): string | undefined =>
    sentencesOf(description).find((sentence) => {
      const quoted = quotedNames(sentence).filter((each) => statusesIn(each).length === 0);
      return refusesBlank(sentence) && (quoted.includes(name) || (isOwn && quoted.length === 0));
    });
  for (const [each, isOwn] of [
    ...applied.map((one) => [one, true] as const),
    ...around.map((one) => [one, false] as const),
  ]) {
    const sentence = descriptionsOf([each.schema]).map((description) => sentenceIn(description, isOwn))[0];
    if (sentence !== undefined) return { sentence, schema: each.uri };
  }
  const sentence = sentenceIn(own, true) ?? sentenceIn(other, false);
  return sentence === undefined ? undefined : { sentence };
}
