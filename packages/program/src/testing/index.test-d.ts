/** What compiles against `@portico/program/testing`, and what must not. */
import { type AccountAdapter, type Clock, createProgramSso, type ProgramSso } from '@portico/program'
import { type EmbeddedTx, embeddedStore } from '@portico/program/memory'
import {
  type ConformanceCase,
  type Cut,
  type FakeCitizen,
  type FakeClock,
  type FakeIdentity,
  type ForgeIdToken,
  fakeClock,
  fakeIdentity,
  type IdTokenDraft,
  type MemoryAccount,
  memoryAccounts,
  type Outage,
  type SignedIn,
  signedInHeaders,
  signInThrough,
  storeConformance,
  type TamperedField,
  testConfig,
} from '@portico/program/testing'
import { expectTypeOf } from 'vitest'

const clock = fakeClock(new Date(0))
expectTypeOf(clock).toEqualTypeOf<FakeClock>()
expectTypeOf(clock).toExtend<Clock>()
expectTypeOf(clock.advance).toEqualTypeOf<(milliseconds: number) => Promise<void>>()

const identity = fakeIdentity({ clock })
expectTypeOf(identity).toEqualTypeOf<FakeIdentity>()
expectTypeOf(identity.fetch).toEqualTypeOf<typeof globalThis.fetch>()
const citizen = identity.addCitizen({ email: 'ana@example.test' })
expectTypeOf(citizen).toEqualTypeOf<FakeCitizen>()
// @ts-expect-error The fake gives out subjects; a test does not choose them.
citizen.subject = 'citizen-1'
// @ts-expect-error Nobody has an account without an address.
identity.addCitizen({ name: 'Ana Example' })

// How the fake misbehaves is a closed list each.
expectTypeOf<Outage>().toEqualTypeOf<'refused' | 'timeout' | '500' | '429' | 'off'>()
expectTypeOf<Cut>().toEqualTypeOf<'before' | 'after' | number>()
expectTypeOf<TamperedField>().toEqualTypeOf<
  | 'iss'
  | 'aud'
  | 'azp'
  | 'nonce'
  | 'exp'
  | 'iat'
  | 'alg'
  | 'sid'
  | 'security_version'
  | 'email_verified'
  | 'signature'
>()
// @ts-expect-error There is no such outage.
identity.outage('slow')
// @ts-expect-error A claim that no program reads cannot be tampered with.
identity.tamperNextIdToken('name')
const forge: ForgeIdToken = async ({ keys, claims, accessToken }: IdTokenDraft) =>
  keys.sign({ ...claims, at_hash: accessToken })
identity.forgeNextIdToken(forge)

// The kit makes a whole program.
const accounts = memoryAccounts()
expectTypeOf(accounts).toExtend<AccountAdapter<MemoryAccount>>()
expectTypeOf(accounts.all).toEqualTypeOf<Map<string, MemoryAccount>>()
const store = embeddedStore({ clock })
const sso = createProgramSso({ ...testConfig(identity), store, accounts, clock, fetch: identity.fetch })
expectTypeOf(sso).toEqualTypeOf<ProgramSso<MemoryAccount>>()
// @ts-expect-error testConfig leaves the store to the test.
createProgramSso({ ...testConfig(identity), accounts })

expectTypeOf(signInThrough(sso, identity, citizen, { link: '' })).resolves.toEqualTypeOf<SignedIn>()
expectTypeOf(signedInHeaders(sso, identity)).resolves.toEqualTypeOf<{ authorization: string }>()
// @ts-expect-error Somebody has to sign in.
void signInThrough(sso, identity)

// The rules of a store take any store, whatever its transactions are.
expectTypeOf(storeConformance(async () => store)).toEqualTypeOf<readonly ConformanceCase[]>()
expectTypeOf(storeConformance<EmbeddedTx>)
  .parameter(0)
  .returns.resolves.toEqualTypeOf(store)
expectTypeOf<ConformanceCase>().toEqualTypeOf<{ readonly name: string; run(): Promise<void> }>()
// @ts-expect-error An object with a name is no store.
storeConformance(async () => ({ name: 'mine' }))
