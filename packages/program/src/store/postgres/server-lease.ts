import { errorMessage, type Logger, systemClock } from '../../platform/index.ts'
import { type Acknowledged, type Proof, type ProofStatement, proofIn } from './proof-statement.ts'
import { OldTimeline, type TimelineFence } from './timeline-fence.ts'

/** A proof counts for so long from the moment at which it was begun. */
export const LEASE_MS = 5_000

/** A proof is begun at most this often, and only while statements come. */
const EVERY_MS = 1_000

/** If a proof takes longer, the server behind the address is looked at over a new connection: it may be another one by now. */
const LATE_MS = 1_000

const DEADLINE_MS = 2_000

/** The database server has not proven lately that it is still the primary. */
export class UnprovenServer extends Error {
  override readonly name = 'UnprovenServer'

  constructor(what = 'The database server has not proven lately that it is still the primary') {
    super(`${what}: see docs/runbooks/failover.md`)
  }
}

/** A moment on both clocks: the monotonic one stands still while the machine is suspended, and the other one may be set. */
interface Moment {
  readonly monotonic: number
  readonly wall: number
}

const systemNow = (): Moment => ({ monotonic: performance.now(), wall: systemClock.now().getTime() })

const REMEDY =
  'The database does not prove any more that it is the primary, so nothing is answered: look at the servers and their standbys (docs/runbooks/failover.md).'

interface LeaseNeeds {
  /** Sends the statement of a proof. */
  readonly ask: () => ProofStatement
  /** Lets the fence see the server to which the address leads by now. Missing where the driver cannot. */
  readonly look?: (() => Promise<void>) | undefined
  readonly fence: TimelineFence
  readonly log: Logger
  readonly now?: () => Moment
}

/**
 * Whether the database server of a program is still the primary, as far as was proven. Without a young proof nothing is read or
 * written: an old primary would call a token that another process has issued unknown, and one that was revoked valid.
 *
 * A proof runs beside the statements, so that none waits for it while they come often. After a pause the first one waits.
 */
export class ServerLease {
  readonly #needs: LeaseNeeds
  readonly #now: () => Moment
  #acknowledged: Acknowledged | 'unknown' = 'unknown'
  #provenAt: Moment = { monotonic: -Infinity, wall: -Infinity }
  #begunAt = -Infinity
  #failure: { readonly error: unknown; readonly at: number } | null = null
  #round: Promise<void> | null = null
  #isSaid = false

  constructor(needs: LeaseNeeds) {
    this.#needs = needs
    this.#now = needs.now ?? systemNow
  }

  /** Begins the next proof if it is due, and waits for it only where the last one is too old. Throws where it has failed. */
  async hold(): Promise<void> {
    const { monotonic } = this.#now()
    const isOver = this.#isOver()
    if (isOver || monotonic - this.#begunAt >= EVERY_MS)
      this.#round ??= this.#prove().finally(() => (this.#round = null))
    if (!isOver) return
    if (!this.#isHanging(monotonic)) await this.#round
    if (this.#isOver()) this.#refuse()
  }

  /** Who acknowledges the commits of the server. */
  async acknowledged(): Promise<Acknowledged> {
    await this.hold()
    return this.#acknowledged === 'unknown' ? 'none' : this.#acknowledged
  }

  /** Where a commit has just hung, nobody waits for the next one to hang. */
  #isHanging(monotonic: number): boolean {
    if (!(this.#failure?.error instanceof UnprovenServer)) return false
    return monotonic - this.#failure.at < LEASE_MS
  }

  /** The older age of both clocks counts. A server that nobody acknowledges can prove nothing. */
  #isOver(): boolean {
    if (this.#failure?.error instanceof OldTimeline || this.#acknowledged === 'unknown') return true
    if (this.#acknowledged === 'none') return false
    const { monotonic, wall } = this.#now()
    return Math.max(monotonic - this.#provenAt.monotonic, wall - this.#provenAt.wall) > LEASE_MS
  }

  async #prove(): Promise<void> {
    const begun = this.#now()
    this.#begunAt = begun.monotonic
    const { look } = this.#needs
    const late = look && setTimeout(() => void look(), LATE_MS)
    try {
      this.#acknowledged = (await this.#ask()).acknowledged
      this.#provenAt = begun
      this.#failure = null
      if (this.#isSaid) this.#needs.log.log('info', 'database_proven', {})
      this.#isSaid = false
    } catch (error) {
      this.#failure = { error, at: this.#now().monotonic }
    } finally {
      clearTimeout(late)
    }
  }

  async #ask(): Promise<Pick<Proof, 'acknowledged'>> {
    const { ask, look, fence } = this.#needs
    const statement = ask()
    const proof = await inTime(statement).catch((error: unknown) => {
      statement.giveUp()
      throw error
    })
    if (proof.isReplica) throw new UnprovenServer('The database server is a replica')
    if (proof.acknowledged === 'some' && look) await Promise.race([look(), systemClock.sleep(LATE_MS)])
    if (proof.timeline && fence.isOld(proof.timeline)) throw new OldTimeline()
    return proof
  }

  /** Tells the operator once that nothing is answered any more. The fence tells of an old primary, and who never had an answer gets the reason alone. */
  #refuse(): never {
    const error = this.#failure?.error ?? new UnprovenServer()
    if (error instanceof OldTimeline || this.#acknowledged === 'unknown') throw error
    if (!this.#isSaid)
      this.#needs.log.log('error', 'database_unproven', { message: errorMessage(error), remedy: REMEDY })
    this.#isSaid = true
    throw error
  }
}

async function inTime(statement: ProofStatement): Promise<Proof> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnprovenServer()), DEADLINE_MS)
  })
  try {
    const [row] = await Promise.race([statement.rows, tooLate])
    return proofIn(row)
  } finally {
    clearTimeout(timer)
  }
}
