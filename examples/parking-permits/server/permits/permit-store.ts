import { type Database, rowsOf } from '../platform/database.ts'
import type { Decision, Permit } from './permit.ts'

const COLUMNS = `id, account_id as "accountId", plate, zone, status, applied_at as "appliedAt", decided_at as "decidedAt"`

/** Longer lists are cut to the newest permits of a citizen, or to the oldest open applications. */
const MAX_LIST = 100

/** Stores an application. Null if the citizen has an open or granted one for this car and zone. */
export async function insertPermit(
  db: Database,
  {
    id,
    accountId,
    plate,
    zone,
    appliedAt,
  }: Pick<Permit, 'id' | 'accountId' | 'plate' | 'zone' | 'appliedAt'>,
): Promise<Permit | null> {
  const [permit] = await rowsOf<Permit>(
    db,
    `insert into permits (id, account_id, plate, zone, applied_at) values ($1, $2, $3, $4, $5)
         on conflict (account_id, plate, zone) where status <> 'refused' do nothing
     returning ${COLUMNS}`,
    [id, accountId, plate, zone, appliedAt],
  )
  return permit ?? null
}

/** The permits of one account, newest first. */
export function listPermitsOf(db: Database, accountId: string): Promise<Permit[]> {
  return rowsOf<Permit>(
    db,
    `select ${COLUMNS} from permits where account_id = $1 order by applied_at desc, id limit ${MAX_LIST}`,
    [accountId],
  )
}

/** A permit with the name of the applicant. */
export type NamedPermit = Permit & { readonly applicant: string }

/** The applications that wait for a decision, oldest first. */
export function listWaitingPermits(db: Database): Promise<NamedPermit[]> {
  return rowsOf<NamedPermit>(
    db,
    `select p.id, p.account_id as "accountId", p.plate, p.zone, p.status, p.applied_at as "appliedAt",
            p.decided_at as "decidedAt", a.name as applicant
       from permits p join accounts a on a.id = p.account_id
      where p.status = 'applied' order by p.applied_at, p.id limit ${MAX_LIST}`,
    [],
  )
}

/** Reads a permit, or null. */
export async function findPermit(db: Database, permitId: string): Promise<Permit | null> {
  const [permit] = await rowsOf<Permit>(db, `select ${COLUMNS} from permits where id = $1`, [permitId])
  return permit ?? null
}

/** Decides once. The second of two officers gets null. */
export async function decideOnce(
  db: Database,
  decision: {
    readonly permitId: string
    readonly status: Decision
    readonly officerId: string
    readonly decidedAt: Date
  },
): Promise<Permit | null> {
  const { permitId, status, officerId, decidedAt } = decision
  const [permit] = await rowsOf<Permit>(
    db,
    `update permits set status = $2, decided_by = $3, decided_at = $4
      where id = $1 and status = 'applied' and account_id <> $3 returning ${COLUMNS}`,
    [permitId, status, officerId, decidedAt],
  )
  return permit ?? null
}
