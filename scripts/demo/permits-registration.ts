import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OperatorOrder } from '../../packages/identity/src/audit/index.ts'
import { addClient, findClient, updateClient } from '../../packages/identity/src/clients/index.ts'
import type { Foundation } from '../../packages/identity/src/platform/foundation.ts'

/** The secrets of parking permits, in a file of the data directory that only its owner can read. */
export interface PermitsSecrets {
  readonly clientId: string
  readonly clientSecret: string
  /** In the form of `SSO_ENCRYPTION_KEYS`. */
  readonly encryptionKeys: string
}

/** The addresses and the data directory of the program. */
export interface PermitsPlace {
  readonly dataDir: string
  readonly redirectUri: string
}

/** Who registers the program. */
const START: OperatorOrder = { actor: 'operator', operator: 'npm start', reason: 'A try on this machine' }

/** What its own page calls it. */
const PERMITS_NAMES = {
  es: 'Permisos de aparcamiento',
  fr: 'Cartes de stationnement',
  de: 'Parkausweise',
  ar: 'تصاريح وقوف السيارات',
  'zh-Hans': '停车许可证',
}

/** Registers parking permits as a client, once. A later start reads its secrets, and corrects its address. */
export async function registerPermits(
  foundation: Foundation,
  { dataDir, redirectUri }: PermitsPlace,
): Promise<PermitsSecrets> {
  const file = join(dataDir, 'permits.json')
  const known = await readKnown(file)
  const client = known && (await findClient(foundation.db, known.clientId))
  if (known && client) {
    if (client.redirectUris.join() !== redirectUri) await correctAddress(foundation, known, redirectUri)
    return known
  }
  // Keeps the keys of an earlier registration, so that what they sealed can be opened.
  const encryptionKeys = known?.encryptionKeys ?? `first:${randomBytes(32).toString('base64')}`
  const secrets = { ...(await addPermits(foundation, redirectUri)), encryptionKeys }
  await writeWhole(file, JSON.stringify(secrets))
  return secrets
}

async function readKnown(file: string): Promise<PermitsSecrets | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as PermitsSecrets)
}

async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const incoming = `${file}.${process.pid}`
  await writeFile(incoming, text, { mode: 0o600 })
  await rename(incoming, file)
}

async function correctAddress(
  foundation: Foundation,
  { clientId }: PermitsSecrets,
  redirectUri: string,
): Promise<void> {
  const updated = await updateClient({ ...foundation, by: START }, clientId, { redirectUris: [redirectUri] })
  if (!updated.ok)
    throw new Error(`Parking permits could not move to ${redirectUri}: ${updated.refusal.refusal}`)
}

async function addPermits(
  foundation: Foundation,
  redirectUri: string,
): Promise<Pick<PermitsSecrets, 'clientId' | 'clientSecret'>> {
  const added = await addClient(
    { ...foundation, by: START },
    {
      name: 'Parking Permits',
      names: PERMITS_NAMES,
      redirectUris: [redirectUri],
      scope: 'openid profile email offline_access',
      confirmation: 'first-time',
      tokenLimitPerMinute: null,
      introspectionLimitPerMinute: null,
    },
  )
  if (!added.ok) throw new Error(`Parking permits could not be registered: ${JSON.stringify(added.refusal)}`)
  return { clientId: added.value.client.clientId, clientSecret: added.value.clientSecret.reveal() }
}
