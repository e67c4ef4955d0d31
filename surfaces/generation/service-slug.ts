/** The title of a contract as a name for programs: `Template Service API` becomes `template-service-api`. */
export function serviceSlug(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'service'
  );
}
