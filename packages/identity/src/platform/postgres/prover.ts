import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseAddress, namesSeveral } from './address.ts'
import { type Database, DatabaseUnavailable } from './database.ts'
import { everyServerSeen } from './open-connection.ts'
import { type Acknowledged, commitProof, findAcknowledged } from './prove-primary.ts'
import type { ServerLease } from './server-lease.ts'
import type { TimelineFence } from './timeline-fence.ts'

/** If a proof takes longer, the other servers are looked at: one of them may be the primary. */
const LATE_MILLISECONDS = 1_000

interface ProverNeeds {
  readonly address: DatabaseAddress
  /** Reaches the server without the lease. */
  readonly db: Pick<Database, 'query'>
  readonly fence: TimelineFence
  readonly lease: ServerLease
}

/** Renews a lease. */
export interface Prover {
  /**
   * Does this work and proves that the server is the primary. Throws DatabaseUnavailable where it does not prove it. The fence may
   * break the connection meanwhile, because it sees a newer primary.
   */
  prove(work: () => Promise<void>): Promise<void>
}

/**
 * A commit proves that its server is the primary if every synchronous standby must acknowledge it: one that was promoted acknowledges
 * nothing to the old primary. Where another standby may do it, or none does, a commit proves too little, and each proof looks at
 * every server of the address, too. Where all of them answer, and all but one are replicas or old primaries, the look alone is a
 * proof: a server that was just promoted has no standby yet that acknowledges a commit. Where there is one server and no such
 * standby, nobody can prove anything, and no proof is needed.
 */
export function openProver({ address, db, fence, lease }: ProverNeeds): Prover {
  const isOneOfSeveral = namesSeveral(address)
  // Until the first proof tells whether any is needed: the server may take no connection for it.
  lease.require()
  const seeAll = everyServerSeen(address, { connectMilliseconds: LATE_MILLISECONDS, fence })
  let acknowledged: Acknowledged | undefined
  const look = oneAtATime(async () => {
    const begunAt = lease.begin()
    // The address may not name every server, and a commit that every standby acknowledges needs no such trust.
    if ((await seeAll()) && acknowledged === 'some') lease.renew(begunAt)
  })
  const proveAfter = async (work: () => Promise<void>): Promise<void> => {
    acknowledged = await findAcknowledged(db)
    // The connection is at the newest server that was seen: the fence has admitted it.
    const known = fence.promotions
    const isNeeded = isOneOfSeveral || acknowledged !== 'none'
    // Before the work, because it may commit, and wait for a standby that was promoted.
    if (isNeeded) lease.require()
    else lease.release()
    const looked = acknowledged === 'some' ? look() : undefined
    await work()
    if (!isNeeded) return
    const isCommitted = await commitProof(db)
    if (!isCommitted || acknowledged !== 'all')
      await Promise.race([looked ?? look(), wait(LATE_MILLISECONDS)])
    if (fence.promotions !== known) throw new DatabaseUnavailable('Another server was promoted')
  }
  return {
    async prove(work) {
      const begunAt = lease.begin()
      const late = setTimeout(() => void look(), LATE_MILLISECONDS)
      try {
        await proveAfter(work)
        lease.renew(begunAt)
      } catch (error) {
        lease.fail()
        throw error
      } finally {
        clearTimeout(late)
      }
    },
  }
}

/** Whoever comes while it runs waits for the same one. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}
