import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { type CitusServer, type FailedLogin, findFailedLogins, listCitusServers } from './citus-servers.ts'
import { type Finding, ok, wrong } from './finding.ts'

const SERVERS = 'Citus servers'
const LOGINS = 'Citus logins'

/**
 * Whether each server of a distributed database can connect to each other one, as Citus does with the role of the service. Nothing
 * where the tables are on one server.
 */
export async function examineCitusServers(
  db: Database,
  address: DatabaseAddress,
): Promise<readonly Finding[]> {
  if ((await db.layout()) !== 'distributed') return []
  const notices: string[] = []
  const session = await openSession(address, { application_name: 'portico' }, (notice) =>
    notices.push(notice),
  )
  try {
    const servers = await listCitusServers(session)
    return tell(await roleOf(session), servers, await findFailedLogins(session, servers, notices))
  } finally {
    await session.close()
  }
}

/** Whether a finding tells of a server that the asked one does not reach. */
export function saysServerAway({ check, state }: Finding): boolean {
  return check === SERVERS && state === 'wrong'
}

async function roleOf(session: Session): Promise<string> {
  const [row] = await session.runText<{ role: string }>('select current_user::text as role')
  return row?.role ?? ''
}

function tell(
  role: string,
  servers: readonly CitusServer[],
  failed: readonly FailedLogin[],
): readonly Finding[] {
  const unreached = failed.filter(({ from }) => from.isThis)
  const away = unreached.map((login) =>
    wrong(
      SERVERS,
      `the asked server ${login.from.place} does not reach ${nameOf(login.to)}${because(login)}. ${missedWithout(login.to)}`,
      isRefusedLogin(login)
        ? 'let it log in (see below)'
        : `start ${login.to.place}, or give its place to its standby (docs/citus.md)`,
    ),
  )
  const refused = failed.filter((login) => !login.from.isThis || isRefusedLogin(login))
  const logins = refused.map((login) => wrong(LOGINS, loginSays(role, login), loginMend(role, login)))
  if (failed.length > 0) return [...away, ...logins]
  return [ok(SERVERS, `each of ${servers.length} logs in to each other one as ${role}`)]
}

/** The words of PostgreSQL and its client library where a server answers and does not let the role in. */
const REFUSAL = /fe_sendauth|password|authenticat|pg_hba|role "|database "|certificate/i

function isRefusedLogin({ reason = '' }: FailedLogin): boolean {
  return REFUSAL.test(reason)
}

function because({ reason }: FailedLogin): string {
  return reason === undefined ? '' : ` (${reason})`
}

function nameOf({ place, isCoordinator }: CitusServer): string {
  return `the ${isCoordinator ? 'coordinator' : 'worker'} ${place}`
}

/** What the service does not do while a server is away. */
function missedWithout({ isCoordinator, parts, allParts, tables }: CitusServer): string {
  const missed = [
    ...(parts > 0
      ? [
          `503 for the citizens in ${parts} of ${allParts} parts, and for sign-ins with an e-mail address that is there`,
        ]
      : []),
    'no change of programs and keys',
    ...(tables.length > 0 ? [`nothing that needs ${tables.join(', ')}`] : []),
    ...(isCoordinator ? ['no migration'] : []),
  ]
  return `Meanwhile: ${missed.join('; ')}`
}

function loginSays(role: string, login: FailedLogin): string {
  return `${login.from.place} cannot log in to ${login.to.place} as ${role}${because(login)}`
}

function loginMend(role: string, { from, to, reason }: FailedLogin): string {
  const file = `the password file of the PostgreSQL server on ${from.place} needs a line for ${to.place} and ${role}`
  const rest = `docs/citus.md, "Roles and passwords"`
  if (reason?.includes('fe_sendauth')) return `${file} (${rest})`
  return `${file}, and ${to.place} the role, the database and a line in pg_hba.conf; the log of ${to.place} says which (${rest})`
}
