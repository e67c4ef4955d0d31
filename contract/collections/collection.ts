import type { Feed, Follow, LocatedValue } from '../case.js';
import type { Operation } from '../operation.js';
import type { ItemPlace } from './reply-members.js';

/** The operations that create, read and list the items of one kind. Any of these operations may be missing. */
export interface Collection {
  readonly create?: Operation;
  readonly read?: ItemRead;
  readonly list?: ItemList;
  /** Operations at the path of an item that change or remove the item. */
  readonly changes?: readonly ItemChange[];
  /** Actions on an item: POST operations below its path, without further path parameters. */
  readonly actions?: readonly ItemRead[];
}

/** An operation that changes an item, and how the operation identifies the item. */
export interface ItemChange extends ItemRead {
  /**
   * `replace`: PUT. `modify`: PATCH, or a POST that updates members as a PATCH does. `remove`: DELETE (RFC 9110 §9.3.4,
   * §9.3.5; RFC 5789).
   */
  readonly kind: 'replace' | 'modify' | 'remove';
  /**
   * The argument that states which version of the item the client has read. Omitted if the change has no such argument.
   */
  readonly token?: VersionToken;
}

/**
 * An argument of a change that states which version of the item the client has read. A read of the item returns this
 * version in a member with the same name.
 */
export interface VersionToken {
  readonly in: 'query' | 'body';
  /** The name of the argument: a query parameter, or a member of the body. */
  readonly name: string;
  /** The member of the body that contains the item, such as `book` in `{"book": {"version": 3}}`. */
  readonly within?: string;
  /** JSON pointer to the version in the reply to the read. */
  readonly pointer: string;
  readonly isRequired: boolean;
  /** Whether the contract states that the service refuses a change with an outdated version, with 412 or 409. */
  readonly isChecked: boolean;
}

/** The operation that reads an item, and how it identifies the item. */
export interface ItemRead {
  readonly operation: Operation;
  /** The path parameter that identifies the item, and the place of its value in the reply to the create operation. */
  readonly id: Feed;
}

/** A member of a request body that refers to an item, and how a sequence finds such an item. */
export interface CreatedReference {
  readonly member: string;
  /** The member of the body that contains the item, such as `data`. Omitted if the body is the item. */
  readonly within?: string;
  /**
   * Set if the member is deeper in the item, or if it is a list of identifiers: its place as a JSON pointer into the
   * body, with `*` for each element of a list, such as `/item_ids/*`, or `/lines/*` and then `/sku`.
   */
  readonly at?: string;
  readonly isRequired: boolean;
  /**
   * The operation whose reply has the identifier: it creates the item to which the member refers, or it lists the items
   * if no operation creates one.
   */
  readonly create: Operation;
  /** Where the reply has the identifier. */
  readonly id: ItemRead['id'];
  /** Omitted if no operation reads one of these items. */
  readonly read?: ItemRead;
}

/** How the items of a collection are listed. */
export interface ItemList extends ItemPlace {
  readonly operation: Operation;
  /** Set if an empty page has no list: the list is optional, and its schema does not permit an empty list. */
  readonly isOmittedIfEmpty?: true;
  /** Name of the member that identifies an element of the list. */
  readonly id?: string;
  /**
   * How the identifier of a new item is read from the header `Location` of the reply to the create operation. Omitted
   * if the body of this reply contains the identifier.
   */
  readonly location?: LocatedValue;
  /** How the next page is requested. */
  readonly next?: Follow;
  /**
   * Name of the query parameter that takes the identifier of an element and requests the page directly before it, such
   * as `ending_before`.
   */
  readonly previous?: string;
  readonly limit?: PageLimit;
  /** Pointer, in a page, to the number of elements on all pages. */
  readonly total?: string;
  /** Name of the header with the number of elements on all pages. In lower case. */
  readonly totalHeader?: string;
  /** Name of the member with the total number of elements, if the value of the header is a JSON object. */
  readonly totalMember?: string;
  /** Name of the boolean query parameter that requests the total number of elements, such as `$count`. */
  readonly counted?: string;
  /** The boolean member of a page that states whether further elements follow. */
  readonly more?: MoreFlag;
  /** Query parameters that select a part of the list in a way that this code does not understand. */
  readonly unknownPaging: readonly string[];
}

/** A boolean member of a page, such as `has_more`, that states whether further elements follow. */
export interface MoreFlag {
  /** JSON pointer to the member in a page. */
  readonly pointer: string;
  /** The value of the member on the last page: `false` for `has_more`, and `true` for `is_last`. */
  readonly last: boolean;
}

/** The query parameter that sets the largest number of elements on a page. */
export interface PageLimit {
  readonly name: string;
  /**
   * The object parameter that contains `name`, such as `page` in `page[size]`. Omitted if `name` is itself a parameter.
   */
  readonly within?: string;
  readonly minimum: number;
  readonly maximum?: number;
  readonly default?: number;
}

/**
 * Corrections from the configuration for a collection that was inferred from the contract. `false` means that the
 * collection has no such operation, or no paging.
 */
export interface CollectionCorrection {
  /** The id of the operation that reads an item, or `false` if there is none. */
  readonly read?: string | false;
  /** The id of the operation that lists the items, or `false` if there is none. */
  readonly list?: string | false;
  /** JSON pointer to the identifier in the reply to the create operation. */
  readonly id?: string;
  readonly paging?: PagingCorrection | false;
}

/**
 * How the list is paged, as the configuration states it. `pointer` is the place of the cursor, or of the URI of the
 * next page, in the body of a page. With `by: 'last'`, it is the place of the identifier in an element.
 */
export type PagingCorrection =
  | { readonly by: 'cursor'; readonly parameter: string; readonly pointer: string }
  | { readonly by: 'page' | 'offset'; readonly parameter: string; readonly first?: number }
  | { readonly by: 'link'; readonly pointer?: string }
  | { readonly by: 'last'; readonly parameter: string; readonly pointer?: string };

/**
 * The collections that were found in a contract, and notes for the user. The notes state which operations were only
 * inferred, and which parameters were not recognised.
 */
export interface Collections {
  readonly all: readonly Collection[];
  readonly notes: readonly string[];
}
