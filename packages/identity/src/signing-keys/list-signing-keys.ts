import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type KeyStage, stagesOf } from './signing-key.ts'
import { findSigningKeys } from './signing-key-store.ts'

/** A key as an operator sees it, without the private key. */
export interface SigningKeyView {
  readonly kid: string
  readonly stage: KeyStage['stage']
  readonly createdAt: UnixSeconds
  readonly signsFrom: UnixSeconds
  /** When the key leaves the published set; null while it is not retiring. */
  readonly publishedUntil: UnixSeconds | null
}

/** All keys and what each does now, the oldest first. */
export async function listSigningKeys(needs: {
  db: Database
  clock: Clock
}): Promise<readonly SigningKeyView[]> {
  const keys = await findSigningKeys(needs.db)
  const stages = stagesOf(keys, needs.clock.now())
  return keys.map(({ kid, createdAt, signsFrom, publishedUntil }) => {
    const stage = stages.get(kid) ?? { stage: 'withdrawn' as const }
    return {
      kid,
      stage: stage.stage,
      createdAt,
      signsFrom,
      publishedUntil: stage.stage === 'retiring' ? stage.publishedUntil : publishedUntil,
    }
  })
}
