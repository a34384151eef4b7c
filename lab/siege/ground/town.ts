import { type IdentityProcess, startIdentity } from '../../kit/identity-process.ts'
import type { Citizen } from '../../../packages/identity/src/citizens/index.ts'
import { systemClock } from '../../../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../../../packages/identity/src/platform/system-random.ts'
import { addCitizen, addProgram, type TestClient } from '../../../packages/identity/testing/people.ts'
import { freePort } from '../../../packages/identity/testing/test-service.ts'
import type { Siege } from '../stage.ts'
import { openPostOffice, type PostOffice } from './post-office.ts'
import type { SiegeDatabase } from './postgres-ground.ts'

/** What a stage may set. */
export interface TownOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** The services' way to the database, when it is not the straight one. */
  readonly databaseUrl?: (database: SiegeDatabase) => string
  /** A database that is there already; it stays when the town closes. */
  readonly database?: SiegeDatabase
  readonly processes?: number
}

/** Service processes on one database behind one public address, a mail server, and a program. */
export interface Town {
  readonly database: SiegeDatabase
  readonly post: PostOffice
  readonly processes: readonly [IdentityProcess, ...IdentityProcess[]]
  readonly ports: readonly number[]
  readonly program: TestClient
  /** The public address that mailed links name. */
  readonly publicUrl: string
  /** A process, by turns. */
  at(index: number): IdentityProcess
  newCitizen(changes?: Partial<Citizen>): Promise<Citizen>
  newProgram(changes?: Parameters<typeof addProgram>[1]): Promise<TestClient>
  /** One more process on the same database. */
  another(environment?: Readonly<Record<string, string>>): Promise<IdentityProcess>
  close(): Promise<void>
}

/** The settings of the contract instead of generous ones. */
export const CONTRACT_LIMITS = Object.fromEntries(
  [
    'REGISTER_PER_IP_HOUR',
    'RECOVER_PER_IP_HOUR',
    'REGISTER_PER_EMAIL_HOUR',
    'RECOVER_PER_EMAIL_HOUR',
    'TOKEN_PER_IP_MINUTE',
    'INTROSPECT_PER_IP_MINUTE',
  ].map((name) => [`PORTICO_LIMIT_${name}`, '']),
)

type Closing = () => Promise<unknown>

/** Starts everything; what was begun is ended again when a later step fails. */
export async function openTown(siege: Siege, options: TownOptions = {}): Promise<Town> {
  const closings: Closing[] = []
  siege.closings.add(() => close())
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    return await build(siege, options, { closings, close })
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  siege: Siege,
  options: TownOptions,
  { closings, close }: { readonly closings: Closing[]; readonly close: () => Promise<void> },
): Promise<Town> {
  const database = options.database ?? (await siege.ground.createDatabase())
  if (!options.database) closings.push(() => database.drop())
  const post = await openPostOffice()
  closings.push(() => post.close())
  const publicUrl = `http://localhost:${await freePort()}`
  const another: Town['another'] = async (environment = {}) => {
    const identity = await startIdentity({
      databaseUrl: options.databaseUrl?.(database) ?? database.url,
      environment: {
        PORTICO_BASE_URL: publicUrl,
        PORTICO_TRUSTED_PROXIES: '127.0.0.0/8',
        PORTICO_SMTP_URL: post.url,
        PORTICO_DATABASE_DEADLINE_MS: '',
        ...options.environment,
        ...environment,
      },
    })
    closings.push(() => identity.close())
    return identity
  }
  const first = await another()
  const others = await Promise.all(Array.from({ length: (options.processes ?? 2) - 1 }, () => another()))
  const processes: Town['processes'] = [first, ...others]
  const people = peopleOf(database)
  const program = await addProgram(people)
  return {
    ...{ database, post, processes, program, publicUrl, another, close },
    ports: processes.map(({ port }) => port),
    at: (index) => processes[index % processes.length] ?? first,
    newCitizen: (changes) => addCitizen(people, changes),
    newProgram: (changes) => addProgram(people, changes),
  }
}

/** Accounts and programs are made in the database itself, whatever the line between it and the services does. */
function peopleOf({ db }: SiegeDatabase) {
  return { foundation: { db, clock: systemClock, random: systemRandom } }
}

let addresses = 0

/** The `X-Forwarded-For` of somebody who has asked nothing yet. */
export function stranger(): Readonly<Record<string, string>> {
  addresses += 1
  const [high, middle, low] = [addresses >> 16, (addresses >> 8) & 255, addresses & 255]
  return { 'x-forwarded-for': `${20 + high}.7.${middle}.${low}` }
}
