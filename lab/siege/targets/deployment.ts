import { createCleanup } from '../../../journeys/kit/cleanup.ts'
import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { type HttpRequest, jsonRequest } from '../../../journeys/kit/http/request.ts'
import { type IdentityProcess, startIdentity } from '../../../journeys/kit/identity-process.ts'
import { startMailServer } from '../../../journeys/kit/mail-server.ts'
import { PATHS, registrationRequest } from '../../../journeys/kit/oauth-requests.ts'
import { until } from '../../../journeys/kit/until.ts'
import type { Citizen } from '../../../packages/identity/src/citizens/index.ts'
import { systemClock } from '../../../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../../../packages/identity/src/platform/system-random.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { addCitizen, addProgram, hashAtServiceCost } from '../../../packages/identity/testing/people.ts'
import type { LabDatabase, LabPostgres } from '../../kit/postgres.ts'
import type { Siege } from '../stage.ts'

type Environment = Readonly<Record<string, string>>

/** Where the database comes from, and what ends with the stage. */
interface DeploymentNeeds extends Pick<Siege, 'cleanup'> {
  readonly postgres: Pick<LabPostgres, 'createDatabase'>
}

/** The options of a stage. */
export interface DeploymentOptions {
  readonly environment?: Environment
  /** The address at which each process reaches the database, if it is not the direct one. */
  readonly databaseUrl?: (database: LabDatabase, process: number) => string
  readonly processes?: number
}

/** Service processes on one database behind one public address, a mail server, and a program. */
export type Deployment = Awaited<ReturnType<typeof openDeployment>>

/** Starts everything. It ends with the stage, or before. */
export async function openDeployment(siege: DeploymentNeeds, options: DeploymentOptions = {}) {
  const cleanup = createCleanup()
  siege.cleanup.add(() => cleanup.run())
  const database = await siege.postgres.createDatabase()
  cleanup.add(() => database.drop())
  const mail = await startMailServer()
  cleanup.add(() => mail.close())
  const publicUrl = `http://localhost:${await freePort()}`
  let started = 0
  /** One more process on the same database. */
  const another = async (environment: Environment = {}): Promise<IdentityProcess> => {
    const identity = await startIdentity({
      databaseUrl: options.databaseUrl?.(database, started++) ?? database.url,
      environment: {
        PORTICO_BASE_URL: publicUrl,
        PORTICO_TRUSTED_PROXIES: '127.0.0.0/8',
        PORTICO_SMTP_URL: mail.url,
        PORTICO_DATABASE_DEADLINE_MS: '',
        ...options.environment,
        ...environment,
      },
    })
    cleanup.add(() => identity.close())
    return identity
  }
  const first = await another()
  const others = await Promise.all(Array.from({ length: (options.processes ?? 2) - 1 }, () => another()))
  const processes = [first, ...others] as const
  // Accounts and programs are made directly in the database, whatever happens between it and the services.
  const people = { foundation: { db: database.db, clock: systemClock, random: systemRandom } }
  const passwordHash = await hashAtServiceCost()
  const isOutboxEmpty = async () =>
    (await database.db.query`select 1 as waiting from outbox limit 1`).length === 0 || undefined
  return {
    ...{ database, mail, processes, another },
    program: await addProgram(people),
    ports: processes.map(({ port }) => port),
    /** The processes in turn. */
    at: (index: number) => processes[index % processes.length] ?? first,
    /** Sends a request to the first process, on a connection of its own. */
    send: (request: HttpRequest) => sendOnce(first.port, request),
    newCitizen: (changes?: Partial<Citizen>) => addCitizen(people, { passwordHash, ...changes }),
    newProgram: (changes?: Parameters<typeof addProgram>[1]) => addProgram(people, changes),
    /** Waits until the outbox is empty. */
    outboxEmpty: async (pollMilliseconds?: number) =>
      void (await until('the outbox is empty', isOutboxEmpty, undefined, pollMilliseconds)),
    close: () => cleanup.run(),
  }
}

let addresses = 0

/** The `X-Forwarded-For` of an address that has sent no request yet. */
export function newAddress(): Environment {
  addresses += 1
  const [high, middle, low] = [addresses >> 16, (addresses >> 8) & 255, addresses & 255]
  return { 'x-forwarded-for': `${20 + high}.7.${middle}.${low}` }
}

/** The subjects of the letters with links. */
export const SUBJECTS = {
  register: 'Confirm your email address',
  recover: 'Choose a new password',
} as const

/** A registration. */
export function registration(email: string, headers = newAddress(), name = 'Ana'): HttpRequest {
  return registrationRequest(email, headers, name)
}

/** A request for a recovery link. */
export function recovery(email: string, headers = newAddress()): HttpRequest {
  return jsonRequest(PATHS.recover, { email }, headers)
}
