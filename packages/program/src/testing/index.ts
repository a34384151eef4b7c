/**
 * The test kit: an identity service inside the process, without a port; a clock that a test moves; signed-in
 * requests; and the rules for any store. For tests and development, never for production.
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
export { type SignedIn, signedInHeaders, signInThrough } from './sign-in.ts'
export { storeConformance } from './store-conformance.ts'
export { type MemoryAccount, memoryAccounts, testConfig } from './test-config.ts'
