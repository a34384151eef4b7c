/**
 * The test kit: an identity service in the same process, without a port; a clock that the test moves; headers of a
 * signed-in citizen; and the rules for any store. It is for tests and development, not for production.
 */

export type { ConformanceCase } from './conformance-samples.ts'
export { type FakeClock, fakeClock } from './fake-clock.ts'
export {
  type Cut,
  type FakeCitizen,
  type FakeIdentity,
  type ForgeIdToken,
  fakeIdentity,
  type IdTokenDraft,
  type Outage,
  type TamperedField,
} from './fake-identity.ts'
export type { FakeKeys } from './fake-keys.ts'
export { memoryStore } from './memory-store.ts'
export {
  type SignedIn,
  type SignInOptions,
  signedInCookie,
  signedInHeaders,
  signInThrough,
} from './sign-in.ts'
export { storeConformance } from './store-conformance.ts'
export { type MemoryAccount, memoryAccounts, type TestSetting, testConfig } from './test-config.ts'
