/** The reason for a missing reply if the server closed the connection. */
export const CLOSED = 'closed the connection without a reply';
