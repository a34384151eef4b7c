import {
  countOfClients,
  findClientsAfter,
  findEndingSecrets,
  findSecretsOfClients,
  findWrongSecrets,
  HEADS,
  listClients,
  listEntering,
  listSigningKeys,
  type OperatorOrigin,
  recordRead,
  type UnixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { type Healths, healthOf, useOf } from './program-health.ts'

type ReadNeeds = Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>

/** A program, how it authenticates, and how it is. */
export interface ListedProgram {
  readonly name: string
  readonly clientId: string
  readonly disabledAt: UnixSeconds | null
  readonly liveSecrets: number
  readonly lastUsedAt: UnixSeconds | undefined
  readonly health: Healths
}

/** Some programs, by their ids. */
export interface ListedPrograms {
  readonly programs: readonly ListedProgram[]
  /** From here on each event was looked at. */
  readonly since: UnixSeconds
  /** The id behind which there are more. Undefined where there are none. */
  readonly next: string | undefined
}

/** The most programs of a page. */
const PROGRAMS_OF_PAGE = 100

/** A page of programs, behind this id; `''` for the first. The look is in the audit. */
export async function readPrograms(
  needs: ReadNeeds,
  by: OperatorOrigin,
  after: string,
): Promise<ListedPrograms> {
  const found = await findClientsAfter(needs.db, after, PROGRAMS_OF_PAGE + 1)
  const page = found.slice(0, PROGRAMS_OF_PAGE)
  const listed = await judge(needs, by, page)
  return { ...listed, next: found.length > page.length ? page.at(-1)?.clientId : undefined }
}

/** Every program, the oldest first. The look is in the audit. */
export async function readEveryProgram(
  needs: ReadNeeds,
  by: OperatorOrigin,
): Promise<readonly ListedProgram[]> {
  return (await judge(needs, by, await listClients(needs.db))).programs
}

async function judge(
  needs: ReadNeeds,
  by: OperatorOrigin,
  clients: readonly Pick<ListedProgram, 'clientId' | 'name' | 'disabledAt'>[],
): Promise<Omit<ListedPrograms, 'next'>> {
  const { db } = needs
  const now = needs.clock.now()
  await recordRead({ ...needs, by }, { command: 'console programs' })
  const { since, of } = await countOfClients(db, now)
  const secrets = await findSecretsOfClients(
    db,
    clients.map(({ clientId }) => clientId),
  )
  const ending = Map.groupBy(await findEndingSecrets(db, now), ({ clientId }) => clientId)
  const wrong = new Set((await findWrongSecrets(db, now)).map(({ clientId }) => clientId))
  const secretsOf = Map.groupBy(secrets, ({ clientId }) => clientId)
  const programs = clients.map(({ clientId, name, disabledAt }) => {
    const known = { clientId, name, disabledAt, ...useOf(secretsOf.get(clientId) ?? [], now) }
    const { counts } = of(clientId)
    return {
      ...known,
      health: healthOf(
        { ...known, isSecretWrong: wrong.has(clientId), ending: ending.get(clientId) ?? [], counts },
        now,
      ),
    }
  })
  return { programs, since }
}

/** Every signing key. The look is in the audit. */
export async function readSigningKeys(needs: ReadNeeds, by: OperatorOrigin) {
  const keys = await listSigningKeys(needs)
  await recordRead({ ...needs, by }, { command: 'console keys' })
  return keys
}

/** Every operator. The look is in the audit. */
export async function readOperators(needs: ReadNeeds, by: OperatorOrigin) {
  const operators = await listEntering(needs, Object.values(HEADS))
  await recordRead({ ...needs, by }, { command: 'console operators' })
  return operators
}
