const PATTERNS = [
  /\b(?:surrounding|leading|trailing|outer)\b[^,]*\bspaces? (?:is|are|gets?|will be) (?:\w+ )?(?:removed|trimmed|stripped|dropped|ignored)\b/i,
  /\bspaces? (?:around|surrounding|before (?:and|or) after|(?:at|on|from) (?:(?:the|both|either|each) )?(?:ends?|sides?|start|beginning))\b[^,]*\b(?:is|are|gets?|will be) (?:\w+ )?(?:removed|trimmed|stripped|dropped|ignored|cut)\b/i,
  /\b(?:stored|saved|kept|returned) (?:\w+ )?without\b[^,]*\b(?:surrounding|leading|trailing|outer)\b[^,]*\bspaces?\b/i,
  /\b(?:stored|saved|kept|returned) (?:\w+ )?without\b[^,]*\bspaces? (?:around|at (?:(?:the|both|either) )?(?:ends?|sides?|start|beginning))\b/i,
  /\btrimmed\b|\bstripped of\b[^,]*\bspaces?\b|\b(?:is|are|gets?|will be) stripped\b/i,
];

/**
 * Tests whether a text states that the service removes spaces at both ends of a value: "Surrounding white space is
 * removed", "White space around the title is removed", "Stored without spaces at the start and the end", "trimmed".
 */
export const TRIMMED = {
  test: (text: string): boolean => PATTERNS.some((pattern) => pattern.test(text)),
};
