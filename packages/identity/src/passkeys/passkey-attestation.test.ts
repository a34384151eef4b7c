import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { type AttestedBy, cborText, noAttestation } from '../../testing/soft-attestation.ts'
import { FLAGS, SoftPasskey, type Twists } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { byManufacturer, packed } from './attestation.fixture.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service?.close()
})

/** Tries to add a passkey with this attestation. */
async function add(twists: Twists) {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const page = await browser.get('/account/passkeys/')
  const added = await browser.post(
    '/account/passkeys/add/',
    new SoftPasskey(service.baseUrl).made(page, twists),
  )
  return [added.status, added.html.querySelectorAll('article').length]
}

// proves: webauthn-7.1-new-passkey
test.each([
  ['none', noAttestation],
  ['its own signature', (by: AttestedBy) => packed(by)],
])('a new passkey with %s is added', async (_, attestation) => {
  expect(await add({ attestation })).toEqual([200, 1])
})

const otherKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const EMPTY_LIST = Buffer.from([0x80])
const NULL = Buffer.from([0xf6])

/** Each row is a new passkey that must not be added. */
const REFUSED: readonly (readonly [string, NonNullable<Twists['attestation']>])[] = [
  ['a good certificate of a manufacturer', byManufacturer],
  ['no certificate in the list', (by) => packed(by, EMPTY_LIST)],
  ['a null in place of certificates', (by) => packed(by, NULL)],
  ['the signature of another key', ({ signed }) => packed({ signed, key: otherKey() })],
  ['no format that is known', () => ({ ...noAttestation(), format: 'mine' })],
  [
    'the format of a telephone, which is read as certificates',
    () => ({ ...noAttestation(), format: 'apple' }),
  ],
  ['a statement where there is no attestation', (by) => ({ ...packed(by), format: 'none' })],
  ['a statement that is a text', () => ({ format: 'packed', statement: cborText('x') })],
]

// proves: webauthn-7.1-new-passkey
test.each(REFUSED)('a new passkey with %s is not added', async (_, attestation) => {
  expect(await add({ attestation })).toEqual([400, 0])
})

test('a passkey that is stored elsewhere, and says that this cannot be, is not added', async () => {
  const honest = FLAGS.present | FLAGS.verified | FLAGS.attested
  expect(await add({ flags: honest | FLAGS.backedUp })).toEqual([400, 0])
  expect(await add({ flags: honest | FLAGS.backedUp | FLAGS.eligible })).toEqual([200, 1])
})
