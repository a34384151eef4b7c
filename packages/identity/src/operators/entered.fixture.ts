import { randomUUID } from 'node:crypto'
import { addCitizen, addProgram } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Operator } from './index.ts'

/** An operator who has entered the console. Times are seconds before now; `endsIn` is after it. */
export interface Entered {
  readonly standing: 'active' | 'suspended'
  readonly emailVerified: boolean
  readonly operatorIs: 'a row' | 'none'
  readonly sessionId: string
  readonly trusted: number
  readonly added: number
  readonly versions: { readonly citizen: number; readonly session: number; readonly grant: number }
  readonly session: {
    readonly endsIn: number
    readonly ended: boolean
    readonly proof: string
    readonly authenticated?: number
  }
  readonly grant: {
    readonly clientId: string
    readonly endsIn: number
    readonly ended: boolean
    readonly authenticated: number
    readonly created: number
  }
}

/** Stores an operator, a session and a grant for the program of the console: as a sign-in does, but for the changes. */
export async function addEntered(
  service: TestService,
  clientId: string,
  changes: Partial<Entered> = {},
): Promise<{ readonly operator: Operator; readonly subject: string; readonly sessionId: string }> {
  const { db } = service.database
  const now = service.clock.now()
  const { standing, emailVerified, operatorIs, sessionId, trusted, added, versions, session, grant } = {
    ...{ standing: 'active', emailVerified: true, operatorIs: 'a row', sessionId: randomUUID() },
    ...{ trusted: 2_000, added: 1_000, versions: { citizen: 1, session: 1, grant: 1 } },
    session: { endsIn: 1_000, ended: false, proof: 'passkey' },
    grant: { clientId, endsIn: 1_000, ended: false, authenticated: 60, created: 60 },
    ...changes,
  } satisfies Entered
  const who = { standing, emailVerified, securityVersion: versions.citizen }
  const { citizenId, subject } = await addCitizen(service, who)
  const operator: Operator = {
    citizenId,
    name: `Operator ${citizenId}`,
    role: 'support',
    addedAt: plusSeconds(now, -added),
  }
  if (operatorIs === 'a row')
    await db.query`
      insert into operators (citizen_id, name, role, added_at)
      values (${citizenId}, ${operator.name}, ${operator.role}, to_timestamp(${now - added}))`
  await db.query`
    insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at, authenticated_at,
                          last_seen_at, expires_at, ended_at, proof, trusted_since)
    values (${citizenId}, ${sessionId}, sha256(${citizenId}::text::bytea), ${versions.session}, '', '', to_timestamp(${now}),
            to_timestamp(${now - (session.authenticated ?? 0)}), to_timestamp(${now}), to_timestamp(${now + session.endsIn}),
            to_timestamp(${session.ended ? now : null}), ${session.proof}, to_timestamp(${now - trusted}))`
  await db.query`
    insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at, expires_at, ended_at)
    values (${citizenId}, ${randomUUID()}, ${grant.clientId}, ${sessionId}, ${versions.grant}, 'openid',
            to_timestamp(${now - grant.authenticated}), to_timestamp(${now - grant.created}), to_timestamp(${now + grant.endsIn}),
            to_timestamp(${grant.ended ? now : null}))`
  return { operator, subject, sessionId }
}

/** Registers a program as the console, and one that is none. */
export async function addConsoles(service: TestService): Promise<readonly [string, string]> {
  const [console, other] = [await addProgram(service), await addProgram(service)]
  return [console.clientId, other.clientId]
}
