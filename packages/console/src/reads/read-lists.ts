import {
  type EnteringOperator,
  findClientSecrets,
  HEADS,
  isLive,
  latestOf,
  listClients,
  listEntering,
  listSigningKeys,
  type OperatorOrigin,
  recordRead,
  type UnixSeconds,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'

type ReadNeeds = Pick<ConsoleNeeds, 'db' | 'clock' | 'random'>

/** A program, and how it authenticates. */
export interface ListedProgram {
  readonly name: string
  readonly clientId: string
  readonly disabledAt: UnixSeconds | null
  readonly liveSecrets: number
  readonly lastUsedAt: UnixSeconds | undefined
}

/** Every program. The look is in the audit. */
export async function readPrograms(needs: ReadNeeds, by: OperatorOrigin): Promise<readonly ListedProgram[]> {
  const clients = await listClients(needs.db)
  await recordRead({ ...needs, by }, { command: 'console programs' })
  const now = needs.clock.now()
  return Promise.all(
    clients.map(async ({ clientId, name, disabledAt }) => {
      const secrets = await findClientSecrets(needs.db, clientId)
      const liveSecrets = secrets.filter((secret) => isLive(secret, now)).length
      const lastUsedAt = latestOf(secrets.map((secret) => secret.lastUsedAt))
      return { name, clientId, disabledAt, liveSecrets, lastUsedAt }
    }),
  )
}

/** Every signing key. The look is in the audit. */
export async function readSigningKeys(needs: ReadNeeds, by: OperatorOrigin) {
  const keys = await listSigningKeys(needs)
  await recordRead({ ...needs, by }, { command: 'console keys' })
  return keys
}

/** Every operator. The look is in the audit. */
export async function readOperators(
  needs: ReadNeeds,
  by: OperatorOrigin,
): Promise<readonly EnteringOperator[]> {
  const operators = await listEntering(needs, Object.values(HEADS))
  await recordRead({ ...needs, by }, { command: 'console operators' })
  return operators
}
