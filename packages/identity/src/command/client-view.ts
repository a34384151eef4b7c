import { type Client, type ClientSecret, homeOf, isRetired, REGISTRATION } from '../clients/index.ts'
import type { AnswerPart } from '../platform/answer-part.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import {
  booleanSchema,
  instantSchema,
  listOf,
  objectSchema,
  orNull,
  textSchema,
  withMore,
} from '../platform/operation.ts'
import { distance, facts, isoTime, plainTime, table } from './present.ts'

/** A client in JSON, without its secrets. */
export function clientJson(client: Client) {
  return {
    client_id: client.clientId,
    name: client.name,
    names: client.names,
    home: homeOf(client),
    homes: client.homes,
    redirect_uris: client.redirectUris,
    scope: client.scope,
    confirmation: client.confirmation,
    token_limit_per_minute: client.tokenLimitPerMinute,
    introspection_limit_per_minute: client.introspectionLimitPerMinute,
    disabled: client.disabledAt !== null,
    disabled_at: isoTime(client.disabledAt),
    created_at: isoTime(client.createdAt),
  }
}

/** The schema of it. */
export const CLIENT = objectSchema<ReturnType<typeof clientJson>>('Client', {
  client_id: textSchema('Its id.'),
  ...REGISTRATION,
  home: textSchema('The page that citizens go back to.'),
  disabled: booleanSchema('Whether it is refused everywhere.'),
  disabled_at: orNull(instantSchema('Since when.')),
  created_at: instantSchema('When it was registered.'),
})

/** Clients in a list. */
export const CLIENTS = listOf(CLIENT)

/** A secret in JSON, without its value. */
export function secretJson(secret: ClientSecret) {
  return {
    secret_id: secret.secretId,
    label: secret.label,
    created_at: isoTime(secret.createdAt),
    last_used_at: isoTime(secret.lastUsedAt),
    expires_at: isoTime(secret.expiresAt),
    refused_at: isoTime(secret.refusedAt),
  }
}

/** The schema of it. */
export const CLIENT_SECRET = objectSchema<ReturnType<typeof secretJson>>('ClientSecret', {
  secret_id: textSchema('Its id.'),
  label: textSchema('Its name; empty where it has none.'),
  created_at: instantSchema('When it was made.'),
  last_used_at: orNull(instantSchema('When it last opened something; null for never.')),
  expires_at: orNull(instantSchema('When it ends, or has ended; null for never.')),
  refused_at: orNull(instantSchema('When it was last sent after its end.')),
})

/** Secrets in a list. */
export const CLIENT_SECRETS = listOf(CLIENT_SECRET)

/** A client that was just added. */
export const ADDED_CLIENT = withMore('AddedClient', CLIENT, {
  client_secret: textSchema('Its secret, which is not shown again.'),
  secret_id: textSchema('The id of the secret.'),
})

/** A client with its secrets. */
export const SHOWN_CLIENT = withMore('ShownClient', CLIENT, { secrets: CLIENT_SECRETS })

/** A client as lines for people. */
export function clientLines(client: Client): readonly string[] {
  const ownLimit = (limit: number | null) => (limit === null ? 'that of the deployment' : `${limit} a minute`)
  return facts([
    ['Client id', client.clientId],
    ['Name', client.name],
    ...Object.entries(client.names).map(([language, name]) => [`Name (${language})`, name] as const),
    ['Home', homeOf(client)],
    ...Object.entries(client.homes).map(([language, home]) => [`Home (${language})`, home] as const),
    ...client.redirectUris.map((uri) => ['Redirect URI', uri] as const),
    ['Scope', client.scope],
    ['Confirmation', client.confirmation === 'first-time' ? 'the first time' : 'skipped the first time'],
    ['Token limit', ownLimit(client.tokenLimitPerMinute)],
    ['Introspection limit', ownLimit(client.introspectionLimitPerMinute)],
    ['State', client.disabledAt === null ? 'enabled' : `disabled since ${plainTime(client.disabledAt)}`],
    ['Added', plainTime(client.createdAt)],
  ])
}

/** Clients as a table for people. */
export function clientTable(clients: readonly Client[]): readonly AnswerPart[] {
  if (clients.length === 0)
    return ['No client is registered. Add one with: portico client add NAME --redirect-uri URI']
  return table(
    ['CLIENT', 'NAME', 'STATE', 'REDIRECT URIS'],
    clients.map(({ clientId, name, disabledAt, redirectUris }) => [
      clientId,
      name,
      disabledAt === null ? 'enabled' : 'disabled',
      redirectUris.join(' '),
    ]),
  )
}

/** Secrets as a table for people. */
export function secretTable(secrets: readonly ClientSecret[], now: UnixSeconds): readonly AnswerPart[] {
  if (secrets.length === 0) return ['The client has no secret, so it cannot authenticate.']
  return table(
    ['SECRET', 'LABEL', 'CREATED', 'LAST USED', 'ENDS'],
    secrets.map((secret) => [
      secret.secretId,
      secret.label,
      plainTime(secret.createdAt),
      secret.lastUsedAt === null ? 'never' : distance(secret.lastUsedAt, now),
      saysEnd(secret, now),
    ]),
  )
}

function saysEnd({ expiresAt, refusedAt }: ClientSecret, now: UnixSeconds): string {
  if (expiresAt === null) return 'never'
  if (expiresAt > now) return `${distance(expiresAt, now)}, ${plainTime(expiresAt)}`
  const sent = refusedAt === null ? '' : `; still sent ${distance(refusedAt, now)}`
  return `${isRetired({ expiresAt }) ? 'retired' : `ended ${distance(expiresAt, now)}`}${sent}`
}
