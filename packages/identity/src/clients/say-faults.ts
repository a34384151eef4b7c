import { LANGUAGES } from '../platform/languages.ts'
import type { AddNamedClientFault } from './add-client.ts'
import type { UpdateClientFault } from './change-client.ts'
import type { EndSecretRefusal, HandSecretRefusal } from './change-secrets.ts'
import { MOST_LIVE_SECRETS } from './client-secret.ts'
import { SCOPES } from './scope.ts'

/** Why a client was not added or changed. */
export type ClientFault = UpdateClientFault | AddNamedClientFault

const HOME_RULE =
  'must be an https:// address of at most 500 characters without a user name, a fragment or a wildcard (http:// only on localhost, 127.0.0.1 or [::1]).'
const BLOCKED_PORT = 'is on a port that no browser opens: choose another one.'
const ELSEWHERE = 'is on another origin than every redirect URI of the client.'

const FAULTS: Readonly<Record<ClientFault['refusal'], (about: string) => string>> = {
  'unknown-client': (id) => `There is no client ${id}: portico client list shows all clients.`,
  'bad-client-id': (id) =>
    `The client id ${quoted(id)} must have 3 to 64 letters, digits and hyphens, with none of these at its ends.`,
  'client-id-taken': (id) => `There is a client ${id} already.`,
  'changed-meanwhile': (id) =>
    `The client ${id} was changed by somebody else at the same time: check it and try again.`,
  'bad-name': () => 'The name must have 1 to 100 printable characters.',
  'bad-name-in': (tag) => `The name in ${quoted(tag)} must have 1 to 100 printable characters.`,
  'unknown-language': (tag) =>
    `No page is in the language ${quoted(tag)}: there are ${LANGUAGES.join(', ')}.`,
  'bad-home': (uri) => `The home ${quoted(uri.slice(0, 60))} ${HOME_RULE}`,
  'home-on-blocked-port': (uri) => `The home ${uri} ${BLOCKED_PORT}`,
  'home-elsewhere': (uri) => `The home ${uri} ${ELSEWHERE}`,
  'bad-home-in': (tag) => `The home in ${quoted(tag)} ${HOME_RULE}`,
  'home-on-blocked-port-in': (tag) => `The home in ${quoted(tag)} ${BLOCKED_PORT}`,
  'home-elsewhere-in': (tag) => `The home in ${quoted(tag)} ${ELSEWHERE}`,
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
  'blocked-port': (uri) => `The redirect URI ${uri} ${BLOCKED_PORT}`,
  'unknown-scope': (scope) =>
    `The scope ${quoted(scope)} has a word that is not one of: ${SCOPES.join(', ')}.`,
  'openid-missing': () => 'The scope must contain openid.',
  'bad-limit': () => 'A limit is a whole number from 1 to 100000000.',
}

/** Why a client was not stored, in a sentence. */
export function sayClientFault({ refusal, about }: ClientFault): string {
  return FAULTS[refusal](about)
}

/** The same of each of its faults. */
export function sayClientFaults(fault: ClientFault): readonly string[] {
  return [fault, ...(fault.others ?? [])].map(sayClientFault)
}

const SECRET_FAULTS: Readonly<Record<HandSecretRefusal | EndSecretRefusal, string>> = {
  'unknown-client': 'There is no such client: portico client list shows all clients.',
  'too-many-secrets': `The client has ${MOST_LIVE_SECRETS} secrets already: retire one first (portico client secret list shows them).`,
  'bad-label': 'The label must have at most 100 printable characters.',
  'expired-already': 'The secret would have expired already.',
  'unknown-secret': 'The client has no such secret that has not ended.',
  'weak-secret': `The secret must be random: 40 to 200 letters, digits and the signs . _ - (openssl rand -hex 32 makes one).`,
  'known-secret': 'The client has this secret already.',
  'ended-secret': 'The client had this secret, and it has ended: give it a new one.',
}

/** Why a secret was not added, in a sentence. */
export function saySecretFault(refusal: keyof typeof SECRET_FAULTS): string {
  return SECRET_FAULTS[refusal]
}

function quoted(words: string): string {
  return JSON.stringify(words)
}
