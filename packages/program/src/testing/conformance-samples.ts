import type { HandoffRow, NewSession, NewTokens, PendingRow, SsoStore } from '../store/index.ts'

/** The time at which every case starts. */
export const START = new Date('2026-01-01T10:00:00.000Z')

/** The time that is this many milliseconds after the start. */
export function at(milliseconds: number): Date {
  return new Date(START.getTime() + milliseconds)
}

/** One rule for a store. `run` throws if the store breaks it. */
export interface ConformanceCase {
  readonly name: string
  run(): Promise<void>
}

/** A case without its store. */
export interface StoreRule {
  readonly name: string
  // The type of a transaction belongs to the store. The cases only hand it back.
  check(store: SsoStore<unknown>): Promise<void>
}

/** Throws unless both values have the same JSON. */
export function same(got: unknown, expected: unknown, about: string): void {
  const [left, right] = [JSON.stringify(got), JSON.stringify(expected)]
  if (left !== right) throw new Error(`${about}: expected ${right}, got ${left}`)
}

/** Runs the work forty times at once and returns all results. */
export function forty<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 40 }, (_, index) => work(index)))
}

/** How many results fit. */
export function count<T>(results: readonly T[], fits: (result: T) => boolean): number {
  return results.filter(fits).length
}

/** A pending sign-in, with changes. */
export function pendingSample(changes: Partial<PendingRow> = {}): PendingRow {
  return {
    stateHash: 'state-hash',
    sealed: Uint8Array.of(1, 2, 255),
    keyId: 'k1',
    challenge: 'challenge',
    returnUri: 'https://app.example.test/signed-in',
    link: null,
    createdAt: START,
    expiresAt: at(600_000),
    ...changes,
  }
}

/** A handoff, with changes. */
export function handoffSample(changes: Partial<HandoffRow> = {}): HandoffRow {
  return {
    codeHash: 'code-hash',
    challenge: 'challenge',
    issuer: 'https://id.example.test',
    subject: 'subject-1',
    link: null,
    sealed: Uint8Array.of(9, 8, 7),
    keyId: 'k1',
    createdAt: START,
    expiresAt: at(90_000),
    ...changes,
  }
}

/** The hashes of a pair of tokens. */
export function tokensSample(name: string, now: Date = START): NewTokens {
  return {
    accessHash: `access-${name}`,
    accessExpiresAt: new Date(now.getTime() + 900_000),
    refreshHash: `refresh-${name}`,
  }
}

/** A session. Its number is part of its id and its hashes. */
export function sessionSample(number: number, changes: Partial<NewSession> = {}): NewSession {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    accountId: 'account-1',
    issuer: 'https://id.example.test',
    subject: 'subject-1',
    central: {
      sealed: Uint8Array.of(5, 5, 5),
      keyId: 'k1',
      accessExpiresAt: at(900_000),
      sid: 'sid-1',
      securityVersion: 1,
    },
    centralCheckedAt: START,
    authenticatedAt: at(-60_000),
    acr: 'phr',
    device: { browser: 'Firefox', system: 'Linux', ipAddress: '192.0.2.7' },
    createdAt: START,
    expiresAt: at(14 * 86_400_000),
    ...tokensSample(`${number}`),
    ...changes,
  }
}

/** The claim that consumes the sample handoff. */
export function claimSample(changes: { codeHash?: string; challenge?: string; now?: Date } = {}) {
  return { codeHash: 'code-hash', challenge: 'challenge', now: at(1000), maxFailures: 5, ...changes }
}

/** Inserts a session in the only way that the store has: through a handoff. */
export async function openSession(store: SsoStore<unknown>, session: NewSession): Promise<void> {
  const codeHash = `code-of-${session.id}`
  await store.createHandoff(handoffSample({ codeHash }))
  const commit = async () => ({ session, endOtherSessions: false })
  const consumed = await store.consumeHandoff(claimSample({ codeHash }), commit)
  same(consumed.kind, 'consumed', 'opening a session')
}
