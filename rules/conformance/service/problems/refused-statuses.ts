/** Statuses with which a service may refuse a value (RFC 9110 §15.5.1, §15.5.21). */
export const ABOUT_VALUE: ReadonlySet<number> = new Set([400, 422]);

/** Statuses that refuse credentials (RFC 9110 §15.5.2, §15.5.4). */
export const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([401, 403]);
