/** Paging by a page number or an offset (the number of earlier elements). The first empty page ends the list. */
export interface NumberedPages {
  readonly by: 'page' | 'offset';
  readonly name: string;
  /**
   * The object parameter that contains `name`, such as `page` in `page[number]`. Omitted if `name` is itself a
   * parameter.
   */
  readonly within?: string;
  /** The value of the argument that requests the first page. */
  readonly first: number;
  /** Pointer to the list in a reply. */
  readonly elements: string;
}

/** Paging by the URI of the next page, which is in the body of the current page or in its header `Link` (RFC 8288). */
export interface LinkedPages {
  readonly by: 'link';
  /** JSON pointer to the URI, or to an array of links, in the body. Omitted if the URI is in the header. */
  readonly pointer?: string;
  /**
   * Set if the pointer leads to an array of links: the names of the members with the relation and with the URI, such as
   * `rel` and `href`. The link with the relation `next` is used.
   */
  readonly inList?: { readonly relation: string; readonly target: string };
}

/**
 * Paging by the identifier of the last element of the current page. The list ends with an empty page, or with a page
 * that states that no elements follow.
 */
export interface PagesAfterElement {
  readonly by: 'last';
  readonly name: string;
  /** The object parameter that contains `name`; omitted if `name` is itself a parameter. */
  readonly within?: string;
  /** Pointer to the list in a reply. */
  readonly elements: string;
  /** Pointer to the identifier in an element. */
  readonly id: string;
  /** The boolean member of a page that shows which page is the last one: its value on the last page is `last`. */
  readonly more?: { readonly pointer: string; readonly last: boolean };
}
