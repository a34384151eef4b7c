/**
 * Only for development on one machine: a page that shows every mail instead of sending it. It listens on its own port,
 * so it is not part of the service's origin, and it never runs together with a mail server. Also which requests a server for
 * development refuses, because they do not come from this machine itself.
 */
export { refusalOf } from './loopback-request.ts'
export { type MailboxServer, openMailboxServer } from './mailbox-server.ts'
