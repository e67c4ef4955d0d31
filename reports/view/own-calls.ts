import type { Proof, SurfaceCallText } from '../../rules/proof.js';
import { printableText } from '../text/printable.js';

/**
 * The maximum length of the code. It is larger than the limit of other texts, because shortened code would make a
 * different call.
 */
const LONGEST = 16_384;

/**
 * Code that repeats the calls of a finding, as a user of its surface would write them. The page and the report file
 * also have such code for the other surfaces.
 */
export function ownCalls(
  proof: Proof | undefined,
): { readonly language: SurfaceCallText['language']; readonly lines: readonly string[] } | undefined {
  const own = proof?.reproductions?.find(({ surface }) => surface === proof.surface);
  if (own === undefined) return undefined;
  return { language: own.language, lines: own.text.split('\n').map((line) => printableText(line, LONGEST)) };
}
