import { type ClientRegistration, REGISTRATION } from '../clients/index.ts'
import {
  instantSchema,
  listOf,
  mapOf,
  objectSchema,
  oneWordOf,
  orNull,
  type Schema,
  textSchema,
} from '../platform/operation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { idOf } from './carry-out.ts'
import type { ClientChange, SecretChange, Setting } from './client-change.ts'
import { NAMES_IN_FILE, SETTINGS } from './plan-changes.ts'

/** The difference as lines: `+` for what comes, `-` for what goes, `~` for what is another one. No line has a secret. */
export function sayChanges(changes: readonly ClientChange[]): readonly string[] {
  return changes.flatMap(sayChange)
}

/** The difference for programs. */
export function changesJson(changes: readonly ClientChange[]) {
  return changes.map((change) => ({
    client_id: idOf(change),
    action: change.kind,
    settings: settingsOf(change).map(({ setting, before, after }) => ({
      ...{ setting: NAMES_IN_FILE[setting], before: before ?? null, after },
    })),
    secrets: secretsOf(change).map((secret) => ({
      ...{ label: secret.label, action: secret.kind },
      ends: secret.expiresAt === null ? null : isoInstant(secret.expiresAt),
    })),
  }))
}

/** A value of a setting. */
const VALUE: readonly Schema[] = [
  { type: 'string' },
  { type: 'integer' },
  listOf({ type: 'string' }),
  mapOf({ type: 'string' }, 'Names by languages.'),
  { type: 'null' },
]

/** The schema of it. */
export const CLIENT_CHANGES = listOf(
  objectSchema<ReturnType<typeof changesJson>[number]>('ClientChange', {
    client_id: textSchema('The id of the client.'),
    action: oneWordOf<ClientChange['kind']>({ add: '', update: '', remove: '' }),
    settings: listOf(
      objectSchema('SettingChange', {
        setting: { type: 'string', enum: Object.keys(REGISTRATION) },
        before: { oneOf: VALUE, description: 'What is stored; null where there is nothing.' },
        after: { oneOf: VALUE, description: 'What the file says.' },
      }),
    ),
    secrets: listOf(
      objectSchema('SecretChange', {
        label: textSchema('Its name.'),
        action: oneWordOf<SecretChange['kind']>({ add: '', end: 'it ends at another time' }),
        ends: orNull(instantSchema('When it ends; null for never.')),
      }),
    ),
  }),
)

/** The programs that would be removed, in words. */
export function sayRemoved(changes: readonly ClientChange[]): string {
  const names = changes.flatMap((change) =>
    change.kind === 'remove' ? [`${change.client.name} (${change.client.clientId})`] : [],
  )
  return names.join(' and ')
}

function sayChange(change: ClientChange): readonly string[] {
  if (change.kind === 'remove')
    return [
      `- client ${idOf(change)}: ${change.client.name}, with its secrets and all that citizens have allowed it`,
    ]
  const sign = change.kind === 'add' ? '+' : '~'
  const name = change.kind === 'add' ? change.registration.name : change.client.name
  return [
    `${sign} client ${idOf(change)}: ${name}`,
    ...settingsOf(change).flatMap(saySetting),
    ...secretsOf(change).map(saySecret),
    ...(change.kind === 'add' && change.secrets.length === 0
      ? ['    it has no secret yet: portico client secret add makes one']
      : []),
  ]
}

interface SettingChange {
  readonly setting: Setting
  readonly before: ClientRegistration[Setting] | undefined
  readonly after: ClientRegistration[Setting]
}

function settingsOf(change: ClientChange): readonly SettingChange[] {
  if (change.kind === 'remove') return []
  const before = change.kind === 'update' ? change.client : undefined
  const settings = change.kind === 'update' ? change.settings : SETTINGS
  return settings.map((setting) => ({
    setting,
    before: before?.[setting],
    after: change.registration[setting],
  }))
}

function secretsOf(change: ClientChange): readonly SecretChange[] {
  return change.kind === 'remove' ? [] : change.secrets
}

function saySetting({ setting, before, after }: SettingChange): readonly string[] {
  const name = NAMES_IN_FILE[setting]
  const [old, fresh] = [partsOf(before), partsOf(after)]
  const gone = [...old].filter(([part, value]) => fresh.get(part) !== value && !fresh.has(part))
  const come = [...fresh].filter(([part]) => !old.has(part))
  const other = [...fresh].filter(([part, value]) => old.has(part) && old.get(part) !== value)
  const lines = [
    ...gone.map(([part, value]) => `    - ${called(name, part)}: ${value}`),
    ...come.map(([part, value]) => `    + ${called(name, part)}: ${value}`),
    ...other.map(([part, value]) => `    ~ ${called(name, part)}: ${old.get(part)} → ${value}`),
  ]
  if (lines.length > 0 || before === undefined) return lines
  return [`    ~ ${name} in another order: ${[...fresh.values()].join(' ')}`]
}

/** A part of a list is known by its value, one of a map by its name. */
function partsOf(value: SettingChange['before']): ReadonlyMap<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object') return new Map([['', String(value)]])
  if (Array.isArray(value)) return new Map(value.map((one) => [`=${one}`, String(one)]))
  return new Map(Object.entries(value).map(([part, one]) => [part, String(one)]))
}

function called(name: string, part: string): string {
  return part === '' || part.startsWith('=') ? name : `${name}.${part}`
}

function saySecret(secret: SecretChange): string {
  if (secret.kind === 'add') return `    + secret ${secret.label}, which ends: ${sayEnd(secret.expiresAt)}`
  return `    ~ secret ${secret.label} ends: ${sayEnd(secret.before)} → ${sayEnd(secret.expiresAt)}`
}

function sayEnd(at: SecretChange['expiresAt']): string {
  return at === null ? 'never' : isoInstant(at).replace('T00:00:00.000Z', '').replace('.000Z', 'Z')
}
