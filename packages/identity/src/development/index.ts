/**
 * For developing on one machine only: a page that shows every mail the service sent, instead of sending it. It listens
 * on a port of its own, so that it is no part of the service's origin, and it is never started beside a mail server.
 */
export { type MailboxServer, openMailboxServer } from './mailbox-server.ts'
