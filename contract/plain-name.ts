/** A name in lower case, without separators, so that `itemId` and `item_id` are equal. */
export function plainName(name: string): string {
  return name.replaceAll(/[-_.]/g, '').toLowerCase();
}
