import express from 'express'
import { expect, expectTypeOf, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { requireCitizen, ssoRouter } from './frameworks/express.ts'
import {
  type AuthResult,
  configFromEnv,
  createProgramSso,
  type ProgramSso,
  secret,
  type VerifiedIdentity,
} from './index.ts'
import { postgresStore, type StarterCitizen, starterAccounts } from './store/postgres/index.ts'
import { fakeIdentity, memoryAccounts, memoryStore, testConfig } from './testing/index.ts'

const ENVIRONMENT = {
  SSO_IDENTITY_URL: 'https://id.example.test',
  SSO_CLIENT_ID: 'permits',
  SSO_CLIENT_SECRET: 'a secret',
  SSO_PROGRAM_URL: 'https://permits.example.test',
  SSO_RETURN_URIS: 'https://permits.example.test/signed-in',
  SSO_ENCRYPTION_KEYS: `k1:${btoa('x'.repeat(32))}`,
}

test('the quick start is a dozen lines, and boots while the identity service is away', async () => {
  const { pool, drop } = await createTestDatabase(2)
  const store = postgresStore(pool)
  const sso = createProgramSso({ ...configFromEnv(ENVIRONMENT), store, accounts: starterAccounts(pool) })
  await sso.migrate()
  const app = express()
  app.use(ssoRouter(sso))
  app.get('/api/me', requireCitizen(sso), (req, res) => void res.json({ hello: req.citizen?.accountId }))
  expect((await sso.handle(new Request('https://permits.example.test/api/v1/sso/config/')))?.status).toBe(200)
  expectTypeOf(sso).toEqualTypeOf<ProgramSso<StarterCitizen>>()
  await sso.close()
  await drop()
})

test('the account type is inferred, and the result is a closed union', () => {
  const identity = fakeIdentity()
  const sso = createProgramSso({
    ...testConfig(identity),
    store: memoryStore(),
    accounts: memoryAccounts(),
    fetch: identity.fetch,
  })
  expectTypeOf(sso.authenticate).returns.resolves.toEqualTypeOf<
    AuthResult<{ id: string; name: string | null; email: string }>
  >()
  expectTypeOf<AuthResult<unknown>['status']>().toEqualTypeOf<'ok' | 'signed_out' | 'unavailable'>()
  expectTypeOf<VerifiedIdentity>().not.toHaveProperty('roles')
  expectTypeOf(secret('x').toString()).toEqualTypeOf<'[secret]'>()
})

// proves: program-1.8-no-role-from-claim
test('nobody builds a VerifiedIdentity by hand', () => {
  const plain = {
    issuer: 'i',
    subject: 's',
    sid: 'x',
    securityVersion: 1,
    email: 'e',
    name: null,
    phoneNumber: null,
    authenticatedAt: new Date(),
  }
  expectTypeOf(plain).not.toExtend<VerifiedIdentity>()
})

test('accounts for one store cannot be paired with another', async () => {
  const { pool, drop } = await createTestDatabase(1)
  const accounts = starterAccounts(pool)
  const identity = fakeIdentity()
  // @ts-expect-error -- these accounts write through pg, and the store in memory has no such transaction
  expect(() => createProgramSso({ ...testConfig(identity), store: memoryStore(), accounts })).not.toThrow()
  await drop()
})
