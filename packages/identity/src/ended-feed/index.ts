/**
 * Tells a program which of its sessions have ended, so that it need not introspect each of them every 30 seconds. The program
 * asks with the cursor of the last answer, and the request waits until something ends (decision 41). This is beside the
 * contract: introspection is what counts, and a program may do without the feed.
 *
 * Nothing is written here when something ends. Whatever ends writes an audit event in its own transaction, and each event
 * has the number of its transaction; the feed reads the events that were committed since the program's last snapshot. It has
 * one table, with a random value for each life of the database.
 */
export { ENDED_FEED } from './room.ts'
