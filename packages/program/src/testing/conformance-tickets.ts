import type { TicketRow } from '../store/index.ts'
import { at, count, openSession, type StoreRule, same, sessionSample } from './conformance-samples.ts'

const ID = sessionSample(1).id
const MOST = 1000

function ticketSample(name: string, changes: Partial<TicketRow> = {}): TicketRow {
  return {
    ticketHash: `ticket-${name}`,
    sessionId: ID,
    addressHash: null,
    createdAt: at(1000),
    expiresAt: at(31_000),
    ...changes,
  }
}

/** Runs the work fifty times at once and returns all results. */
function fifty<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 50 }, (_, index) => work(index)))
}

/** The rules for one-time tickets. */
export const TICKET_RULES: readonly StoreRule[] = [
  {
    name: 'a ticket is spent once, and gives its session, its address and its end',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      same(await store.createTicket(ticketSample('1', { addressHash: 'address' }), MOST), true, 'created')
      const spent = await store.spendTicket('ticket-1')
      same(
        [spent?.session.id, spent?.addressHash, spent?.expiresAt],
        [ID, 'address', at(31_000)],
        'what it gives',
      )
      same(await store.spendTicket('ticket-1'), null, 'the second time')
      same(await store.spendTicket('ticket-unknown'), null, 'one that never was')
      await store.createTicket(ticketSample('2'), MOST)
      same((await store.spendTicket('ticket-2'))?.addressHash, null, 'without an address')
    },
  },
  {
    name: 'of 50 callers who spend a ticket, one gets it',
    async check(store) {
      await openSession(store, sessionSample(1))
      await store.createTicket(ticketSample('1'), MOST)
      const results = await fifty(() => store.spendTicket('ticket-1'))
      same(
        count(results, (spent) => spent?.session.id === ID),
        1,
        'winners',
      )
      same(
        count(results, (spent) => spent === null),
        49,
        'losers',
      )
    },
  },
  {
    name: 'of 50 callers at once, as many create a ticket as the session may have',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      const results = await fifty((n) => store.createTicket(ticketSample(`${n}`), 7))
      same(count(results, Boolean), 7, 'created')
      const other = ticketSample('other', { sessionId: sessionSample(2).id })
      same(await store.createTicket(other, 7), true, 'another session')
    },
  },
  {
    name: 'a spent or expired ticket makes room for the next one',
    async check(store) {
      await openSession(store, sessionSample(1))
      same(await store.createTicket(ticketSample('1'), 1), true, 'the first')
      same(await store.createTicket(ticketSample('2'), 1), false, 'beside it')
      await store.spendTicket('ticket-1')
      same(await store.createTicket(ticketSample('3'), 1), true, 'after it was spent')
      const early = { createdAt: at(30_999), expiresAt: at(60_999) }
      same(await store.createTicket(ticketSample('4', early), 1), false, 'just before it expires')
      const late = { createdAt: at(31_000), expiresAt: at(61_000) }
      same(await store.createTicket(ticketSample('5', late), 1), true, 'when it has expired')
    },
  },
  {
    name: 'a session that has ended gets no ticket, and a ticket from before says why it ended',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      await store.createTicket(ticketSample('1'), MOST)
      await store.revokeSession(ID, 'central_ended', at(2000))
      same(await store.createTicket(ticketSample('2'), MOST), false, 'created')
      same((await store.spendTicket('ticket-1'))?.session.endedCause, 'central_ended', 'cause')
      const nobody = ticketSample('3', { sessionId: sessionSample(9).id })
      same(await store.createTicket(nobody, MOST), false, 'no such session')
    },
  },
  {
    name: 'expired tickets are purged, and tickets go with their session',
    async check(store) {
      await openSession(store, sessionSample(1))
      await openSession(store, sessionSample(2))
      await store.createTicket(ticketSample('1'), MOST)
      await store.createTicket(ticketSample('2', { expiresAt: at(31_001) }), MOST)
      await store.purge(at(31_000), 1000)
      same(await store.spendTicket('ticket-1'), null, 'the expired one')
      same((await store.spendTicket('ticket-2'))?.session.id, ID, 'the other one')
      const lasting = { sessionId: sessionSample(2).id, expiresAt: at(200_000_000) }
      await store.createTicket(ticketSample('3', lasting), MOST)
      await store.revokeSession(lasting.sessionId, 'logout', at(2000))
      await store.purge(at(100_000_000), 1000)
      same(await store.spendTicket('ticket-3'), null, 'the session is gone')
    },
  },
]
