import type { ClientFault } from '../clients/index.ts'
import type { ClientFields } from './client-file.ts'
import type { At } from './shape.ts'
import type { WantedClient } from './wanted.ts'

/** The value in the file that a fault is about. The others are about one of the redirect URIs. */
const VALUES: Readonly<
  Partial<
    Record<ClientFault['refusal'], (given: Partial<ClientFields>, about: string) => At<unknown> | undefined>
  >
> = {
  'bad-name': ({ name }) => name,
  'bad-name-in': ({ names }, language) => names?.get(language),
  'bad-home': ({ home }) => home,
  'home-elsewhere': ({ home }) => home,
  'home-on-blocked-port': ({ home }) => home,
  'bad-home-in': ({ homes }, language) => homes?.get(language),
  'home-elsewhere-in': ({ homes }, language) => homes?.get(language),
  'home-on-blocked-port-in': ({ homes }, language) => homes?.get(language),
  'unknown-scope': ({ scope }) => scope,
  'openid-missing': ({ scope }) => scope,
}

/** Where the value stands that a fault is about; the client, where the file does not have it. */
export function placeOfFault({ refusal, about }: ClientFault, { at, given }: WantedClient): number {
  const valueOf = VALUES[refusal] ?? findUri
  return valueOf(given, about)?.at ?? at
}

/** The values without which nothing can be said of another one, or of what is missing. */
const RESTS_ON: Readonly<Partial<Record<ClientFault['refusal'], readonly (keyof ClientFields)[]>>> = {
  'bad-name': ['name'],
  'no-redirect-uri': ['redirect_uris'],
  'home-elsewhere': ['home', 'redirect_uris'],
  'home-elsewhere-in': ['redirect_uris'],
}

/** Whether a fault may only be there because another value could not be read, whose fault is told. */
export function isOfUnread({ refusal }: ClientFault, { unread }: WantedClient): boolean {
  return RESTS_ON[refusal]?.some((name) => unread.includes(name)) ?? false
}

/** Of two that are the same, the second. */
function findUri({ redirect_uris: uris = [] }: Partial<ClientFields>, about: string): At<string> | undefined {
  return uris.findLast(({ value }) => value === about)
}
