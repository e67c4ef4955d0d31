/**
 * The name of a service for programs, from the title of the contract: `Template Service API` becomes
 * `template-service-api`.
 */
export function serviceSlug(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'service'
  );
}
