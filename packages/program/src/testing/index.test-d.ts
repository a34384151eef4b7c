/** Type tests of `@portico/program/testing`: what must compile, and what must not. */
import {
  type AccountAdapter,
  type Clock,
  createProgramSso,
  type ProgramSso,
  type SsoStore,
} from '@portico/program'
import type { PgClientLike } from '@portico/program/postgres'
import type { SqliteTransaction } from '@portico/program/sqlite'
import {
  type ConformanceCase,
  type Cut,
  type FakeCitizen,
  type FakeClock,
  type FakeIdentity,
  type FakeKeys,
  type ForgeIdToken,
  fakeClock,
  fakeIdentity,
  type IdTokenDraft,
  type MemoryAccount,
  memoryAccounts,
  memoryStore,
  type Outage,
  type SignedIn,
  type SignInOptions,
  signedInCookie,
  signedInHeaders,
  signInThrough,
  storeConformance,
  type TamperedField,
  type TestSetting,
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
// @ts-expect-error The fake makes the subject. A test cannot choose it.
citizen.subject = 'citizen-1'
// @ts-expect-error A citizen must have an address.
identity.addCitizen({ name: 'Ana Example' })

// Outages, cuts and tampered fields are closed unions.
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
// @ts-expect-error Only claims that a program reads can be tampered with.
identity.tamperNextIdToken('name')
const forge: ForgeIdToken = async ({ keys, claims, accessToken }: IdTokenDraft) =>
  keys.sign({ ...claims, at_hash: accessToken })
identity.forgeNextIdToken(forge)

// The kit has everything for a program.
const accounts = memoryAccounts()
expectTypeOf(accounts).toExtend<AccountAdapter<MemoryAccount>>()
expectTypeOf(accounts.all).toEqualTypeOf<Map<string, MemoryAccount>>()
const store = memoryStore({ clock })
expectTypeOf(memoryStore()).toEqualTypeOf<SsoStore<SqliteTransaction>>()
// @ts-expect-error A clock returns a Date.
memoryStore({ clock: { now: () => 0 } })
// @ts-expect-error It has no file: a program that keeps its rows opens one with openDatabase.
memoryStore({ file: 'sso.json' })
// Accounts that write to PostgreSQL cannot be paired with it.
expectTypeOf<SqliteTransaction>().not.toExtend<PgClientLike>()
expectTypeOf<PgClientLike>().not.toExtend<SqliteTransaction>()
const sso = createProgramSso({ ...testConfig(identity), store, accounts, clock, fetch: identity.fetch })
expectTypeOf(sso).toEqualTypeOf<ProgramSso<MemoryAccount>>()
// @ts-expect-error testConfig has no store.
createProgramSso({ ...testConfig(identity), accounts })

expectTypeOf(signInThrough(sso, identity, citizen, { link: '' })).resolves.toEqualTypeOf<SignedIn>()
expectTypeOf(signedInHeaders(sso, identity)).resolves.toEqualTypeOf<{ authorization: string }>()
expectTypeOf(signedInCookie(sso, identity)).resolves.toEqualTypeOf<{ cookie: string }>()
// @ts-expect-error The citizen is required.
void signInThrough(sso, identity)

// storeConformance accepts a store with any type of transaction.
expectTypeOf(storeConformance(async () => store)).toEqualTypeOf<readonly ConformanceCase[]>()
expectTypeOf(storeConformance<SqliteTransaction>)
  .parameter(0)
  .returns.resolves.toEqualTypeOf(store)
expectTypeOf<ConformanceCase>().toEqualTypeOf<{ readonly name: string; run(): Promise<void> }>()
// @ts-expect-error An object with only a name is not a store.
storeConformance(async () => ({ name: 'mine' }))

expectTypeOf<IdTokenDraft['keys']>().toEqualTypeOf<FakeKeys>()
expectTypeOf<Parameters<typeof signInThrough>[3]>().toEqualTypeOf<SignInOptions | undefined>()
expectTypeOf<keyof ReturnType<typeof testConfig>>().toEqualTypeOf<TestSetting>()
