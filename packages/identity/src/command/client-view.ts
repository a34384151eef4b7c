import {
  type AddSecretRefusal,
  type Client,
  type ClientSecret,
  homeOf,
  MOST_LIVE_SECRETS,
  SCOPES,
  type UpdateClientFault,
} from '../clients/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { LANGUAGES } from '../platform/languages.ts'
import { distance, facts, isoTime, plainTime, table } from './present.ts'

/** A client in JSON, without its secrets. */
export function clientJson(client: Client) {
  return {
    client_id: client.clientId,
    name: client.name,
    names: client.names,
    home: homeOf(client),
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

/** A client as lines for people. */
export function clientLines(client: Client): readonly string[] {
  const ownLimit = (limit: number | null) => (limit === null ? 'that of the deployment' : `${limit} a minute`)
  return facts([
    ['Client id', client.clientId],
    ['Name', client.name],
    ...Object.entries(client.names).map(([language, name]) => [`Name (${language})`, name] as const),
    ['Home', homeOf(client)],
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
export function clientTable(clients: readonly Client[]): readonly string[] {
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
export function secretTable(secrets: readonly ClientSecret[], now: UnixSeconds): readonly string[] {
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
  return `ended ${distance(expiresAt, now)}${sent}`
}

const FAULTS: Readonly<Record<UpdateClientFault['refusal'], (about: string) => string>> = {
  'unknown-client': (id) => `There is no client ${id}: portico client list shows all clients.`,
  'changed-meanwhile': (id) =>
    `The client ${id} was changed by somebody else at the same time: check it and try again.`,
  'bad-name': () => 'The name must have 1 to 100 printable characters.',
  'bad-name-in': (tag) => `The name in ${quoted(tag)} must have 1 to 100 printable characters.`,
  'unknown-language': (tag) =>
    `No page is in the language ${quoted(tag)}: there are ${LANGUAGES.join(', ')}.`,
  'bad-home': (uri) =>
    `The home ${quoted(uri.slice(0, 60))} must be an https:// address of at most 500 characters without a user name, a fragment or a wildcard (http:// only on localhost, 127.0.0.1 or [::1]).`,
  'home-elsewhere': (uri) => `The home ${uri} is on another origin than every redirect URI of the client.`,
  'no-redirect-uri': () => 'A client needs at least one redirect URI.',
  'too-many-redirect-uris': () => 'A client has at most 50 redirect URIs.',
  'repeated-redirect-uri': (uri) => `The redirect URI ${uri} is given twice.`,
  'not-absolute': (uri) => `The redirect URI ${quoted(uri)} is not an absolute https:// address.`,
  'unfit-characters': (uri) =>
    `The redirect URI ${quoted(uri)} has characters that a URI may not contain: percent-encode them.`,
  'too-long': (uri) => `The redirect URI ${quoted(uri.slice(0, 60))}… is longer than 2000 characters.`,
  'not-https': (uri) =>
    `The redirect URI ${uri} must begin with https:// (http:// only on localhost, 127.0.0.1 or [::1]).`,
  'has-fragment': (uri) => `The redirect URI ${uri} has a fragment (#), which is not allowed.`,
  'has-credentials': (uri) => `The redirect URI ${uri} has a user name, which is not allowed.`,
  'has-wildcard': (uri) => `The redirect URI ${quoted(uri)} has a wildcard: write every address in full.`,
  'has-dot-segment': (uri) =>
    `The redirect URI ${uri} has "." or ".." (or %2e) as a part of its path: browsers would remove it. Write the path that it stands for.`,
  'unknown-scope': (scope) =>
    `The scope ${quoted(scope)} has a word that is not one of: ${SCOPES.join(', ')}.`,
  'openid-missing': () => 'The scope must contain openid.',
  'bad-limit': () => 'A limit is a whole number from 1 to 100000000.',
}

/** Why a client was not stored, in a sentence. */
export function sayClientFault({ refusal, about }: UpdateClientFault): string {
  return FAULTS[refusal](about)
}

const SECRET_FAULTS: Readonly<Record<AddSecretRefusal, string>> = {
  'unknown-client': 'There is no such client: portico client list shows all clients.',
  'too-many-secrets': `The client has ${MOST_LIVE_SECRETS} secrets already: retire one first (portico client secret list shows them).`,
  'bad-label': 'The label must have at most 100 printable characters.',
  'expired-already': 'The secret would have expired already.',
}

/** Why a secret was not added, in a sentence. */
export function saySecretFault(refusal: AddSecretRefusal): string {
  return SECRET_FAULTS[refusal]
}

function quoted(words: string): string {
  return JSON.stringify(words)
}
