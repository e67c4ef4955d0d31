/** A service's name for programs, from the contract's title: `Template Service API` is `template-service-api`. */
export function serviceSlug(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'service'
  );
}
