import { createProgramSso } from '../create.ts'
import { fakeIdentity, memoryAccounts, memoryStore, testConfig } from '../testing/index.ts'

// A program that is used once and then has nothing to do. Its housekeeping uses the machine's clock.
const identity = fakeIdentity()
const rest = { store: memoryStore(), accounts: memoryAccounts(), fetch: identity.fetch, housekeeping: true }
const sso = createProgramSso({ ...testConfig(identity), ...rest })
const used = await sso.handle(new Request('https://permits.example.test/api/v1/sso/config/'))
if (used?.status !== 200) throw new Error(`config/ answered ${used?.status}`)
