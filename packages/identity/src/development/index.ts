/**
 * Only for development on one machine: a page that shows every mail instead of sending it. It listens on its own port,
 * so it is not part of the service's origin, and it never runs together with a mail server.
 */
export { type MailboxServer, openMailboxServer } from './mailbox-server.ts'
