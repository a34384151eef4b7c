import { createHash } from 'node:crypto'
import { addClient, type Basics, findClient, type Random, updateClient } from '@portico/identity/parts'
import { SIMULATOR } from './act-on-citizen.ts'

/** The client of the program that is developed: always the same id and secret, so that they can be copied once. */
export interface TestClient {
  readonly clientId: string
  readonly clientSecret: string
}

const FIRST_CALLBACK = 'http://localhost:3000/api/v1/sso/callback/'
const MOST_CALLBACKS = 40

/** Registers the client by the usual use case, with bytes that are the same at every start. */
export async function addTestClient(needs: Basics): Promise<TestClient> {
  const added = await addClient(
    { ...needs, by: SIMULATOR, random: knownBytes('the client of the simulator') },
    {
      name: 'Your program',
      redirectUris: [FIRST_CALLBACK],
      scope: 'openid profile email offline_access',
      confirmation: 'first-time',
      tokenLimitPerMinute: null,
      introspectionLimitPerMinute: null,
    },
  )
  if (!added.ok) throw new Error(`The test client could not be registered: ${added.refusal.refusal}`)
  return { clientId: added.value.client.clientId, clientSecret: added.value.clientSecret.reveal() }
}

/** Bytes that follow from a text. They are no secret. */
function knownBytes(text: string): Random {
  let count = 0
  const block = () =>
    createHash('sha512')
      .update(`${text} ${(count += 1)}`)
      .digest()
  return {
    bytes(length) {
      const blocks: Buffer[] = []
      while (blocks.length * 64 < length) blocks.push(block())
      return Buffer.concat(blocks).subarray(0, length)
    },
  }
}

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?]|$)/i
const MOST_TRIES = 10

/**
 * Registers a callback of the test client when it is first used, if it is on this machine. The service itself then compares
 * it character by character, as always. The newest callbacks stay registered.
 */
export async function allowCallback(needs: Basics, clientId: string, redirectUri: string): Promise<void> {
  if (!LOOPBACK.test(redirectUri)) return
  // Two sign-ins may bring new callbacks at once. The later one reads the client again.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const client = await findClient(needs.db, clientId)
    if (!client || client.redirectUris.includes(redirectUri)) return
    const redirectUris = [...client.redirectUris, redirectUri].slice(-MOST_CALLBACKS)
    const updated = await updateClient({ ...needs, by: SIMULATOR }, clientId, { redirectUris })
    if (updated.ok || updated.refusal.refusal !== 'changed-meanwhile') return
  }
}
