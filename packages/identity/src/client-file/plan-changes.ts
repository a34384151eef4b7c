import {
  type Client,
  type ClientFault,
  type ClientRegistration,
  findClient,
  findClientSecrets,
  isChosenId,
  readWholeRegistration,
  STANDARD_SCOPE,
  sayClientFault,
} from '../clients/index.ts'
import type { FileFaults } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientChange, Setting } from './client-change.ts'
import { type ClientFields, mayBeId } from './client-file.ts'
import type { Fault } from './document.ts'
import { isOfUnread, placeOfFault } from './place-of-fault.ts'
import { planSecrets } from './plan-secrets.ts'
import type { Wanted, WantedClient } from './wanted.ts'

/** What a new client has where the file does not say it. */
const NEW: ClientRegistration = {
  ...{ name: '', names: {}, home: null, homes: {}, redirectUris: [], scope: STANDARD_SCOPE },
  ...{ confirmation: 'first-time', tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
}

/** The names of the settings in a file. */
export const NAMES_IN_FILE = {
  name: 'name',
  names: 'names',
  home: 'home',
  homes: 'homes',
  redirectUris: 'redirect_uris',
  scope: 'scope',
  confirmation: 'confirmation',
  tokenLimitPerMinute: 'token_limit_per_minute',
  introspectionLimitPerMinute: 'introspection_limit_per_minute',
} as const satisfies Readonly<Record<Setting, keyof ClientFields>>

/** Every setting, in the order of a file. */
export const SETTINGS: readonly Setting[] = [
  ...(['name', 'names', 'home', 'homes', 'redirectUris', 'scope', 'confirmation'] as const),
  ...(['tokenLimitPerMinute', 'introspectionLimitPerMinute'] as const),
]

/** Compares what a file wants with what is stored. Every fault is told, also of the file itself, in the order of the file. */
export async function planChanges(
  db: Database,
  { clients, remove, faults: ofFile, say }: Wanted,
  now: UnixSeconds,
): Promise<Result<readonly ClientChange[], FileFaults>> {
  const [changes, faults]: [ClientChange[], Fault[]] = [[], [...ofFile]]
  for (const wanted of clients) changes.push(...(await planClient(db, wanted, { now, faults })))
  for (const clientId of remove) {
    const client = await findClient(db, clientId)
    if (client) changes.push({ kind: 'remove', client })
  }
  if (faults.length === 0) return accepted(changes)
  return refused({ says: say(faults) })
}

async function planClient(
  db: Database,
  wanted: WantedClient,
  { now, faults }: { readonly now: UnixSeconds; readonly faults: Fault[] },
): Promise<readonly ClientChange[]> {
  const { clientId, given } = wanted
  const client = await findClient(db, clientId)
  // Those of an earlier client with this id do not come back.
  const stored = await findClientSecrets(db, clientId)
  const secrets = planSecrets(wanted.secrets, stored, { now, fault: (one) => void faults.push(one) })
  const read = readWholeRegistration(registrationOf(given, client ?? NEW), client)
  const found = [...(client ? [] : idFaults(clientId)), ...(read.ok ? [] : read.refusal)]
  for (const one of found.filter((each) => !isOfUnread(each, wanted)))
    faults.push({ at: placeOfFault(one, wanted), says: sayClientFault(one) })
  if (!read.ok) return []
  const registration = read.value
  if (!client) return [{ kind: 'add', clientId, registration, secrets }]
  const settings = SETTINGS.filter(
    (setting) => NAMES_IN_FILE[setting] in given && !isAlike(registration[setting], client[setting]),
  )
  if (settings.length === 0 && secrets.length === 0) return []
  return [{ kind: 'update', client, registration, settings, secrets }]
}

/** What is wrong with the id of a new client, where the reading has not told it. */
function idFaults(clientId: string): readonly ClientFault[] {
  return isChosenId(clientId) || !mayBeId(clientId) ? [] : [{ refusal: 'bad-client-id', about: clientId }]
}

/** The settings of a client with those that are given. */
function registrationOf(given: Partial<ClientFields>, base: Client | ClientRegistration): ClientRegistration {
  const { name, names, home, homes, redirect_uris: uris, scope, confirmation = base.confirmation } = given
  return {
    name: name ? name.value : base.name,
    names: names ? textsOf(names) : base.names,
    home: home ? home.value : base.home,
    homes: homes ? textsOf(homes) : base.homes,
    redirectUris: uris ? uris.map(({ value }) => value) : base.redirectUris,
    scope: scope ? scope.value : base.scope,
    confirmation,
    ...limitsOf(given, base),
  }
}

function limitsOf(given: Partial<ClientFields>, base: ClientRegistration) {
  const {
    token_limit_per_minute: tokenLimitPerMinute = base.tokenLimitPerMinute,
    introspection_limit_per_minute: introspectionLimitPerMinute = base.introspectionLimitPerMinute,
  } = given
  return { tokenLimitPerMinute, introspectionLimitPerMinute }
}

function textsOf(texts: NonNullable<ClientFields['names']>): Readonly<Record<string, string>> {
  return Object.fromEntries([...texts].map(([language, { value }]) => [language, value]))
}

function isAlike(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other)
}

/** A map of names as a text that does not depend on their order. */
function inOrder(value: unknown): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
