import type { AccountAdapter } from '../accounts.ts'
import type { ProgramSsoConfig } from '../config.ts'
import { secret, systemRandom } from '../platform/index.ts'
import { generateEncryptionKey } from '../sealing/index.ts'
import type { FakeIdentity } from './fake-identity.ts'

/** The return address of testConfig. */
export const TEST_RETURN_URI = 'https://permits.example.test/signed-in'

/** What `testConfig` sets. */
export type TestSetting =
  | 'identity'
  | 'program'
  | 'encryptionKeys'
  | 'env'
  | 'logger'
  | 'housekeeping'
  | 'endedFeed'

/**
 * The configuration for a fake identity service, without housekeeping, the feed of ended sessions and log lines. Add your own settings after it.
 */
export function testConfig(identity: FakeIdentity): Pick<ProgramSsoConfig<{ id: string }>, TestSetting> {
  const key = generateEncryptionKey(systemRandom, new Date(0))
  return {
    identity: {
      baseUrl: identity.baseUrl,
      clientId: identity.clientId,
      clientSecret: secret(identity.clientSecret),
    },
    program: { baseUrl: 'https://permits.example.test', returnUris: [TEST_RETURN_URI] },
    encryptionKeys: [{ id: 'test', key: secret(key.slice(key.indexOf(':') + 1)) }],
    env: 'test',
    housekeeping: false,
    endedFeed: false,
    logger: { log: () => undefined },
  }
}

/** An account of memoryAccounts. */
export interface MemoryAccount {
  id: string
  name: string | null
  email: string
}

/** Accounts in memory. `all` shows them. */
export function memoryAccounts(): AccountAdapter<MemoryAccount> & {
  readonly all: Map<string, MemoryAccount>
} {
  const all = new Map<string, MemoryAccount>()
  let made = 0
  return {
    all,
    load: async (accountId) => all.get(accountId) ?? null,
    async provision(identity) {
      const id = `account-${(made += 1)}`
      all.set(id, { id, name: identity.name, email: identity.email })
      return { accountId: id }
    },
    emailBelongsToLocalAccount: async () => false,
  }
}
