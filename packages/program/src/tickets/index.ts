/**
 * One-time tickets, for addresses that a browser opens without a bearer: event streams, WebSockets and downloads. A ticket
 * belongs to a session and may belong to one address. It is in no contract, and a program may leave it out. It does not know
 * what a session is worth: `sessions/` checks that for each way to prove one.
 */
export { authenticateTicket } from './authenticate-ticket.ts'
export { type IssuedTicket, issueTicket } from './issue-ticket.ts'
export { ticketAddressOf } from './ticket-address.ts'
