import type { Client, ClientRegistration } from '../clients/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Secret } from '../platform/secret.ts'

/** A setting of a registration. */
export type Setting = keyof ClientRegistration

/** A secret that is new, or that ends at another time. */
export type SecretChange =
  | {
      readonly kind: 'add'
      readonly label: string
      readonly value: Secret
      readonly expiresAt: UnixSeconds | null
    }
  | {
      readonly kind: 'end'
      readonly label: string
      readonly secretId: string
      readonly before: UnixSeconds | null
      readonly expiresAt: UnixSeconds
    }

/** What becomes of one client. */
export type ClientChange =
  | {
      readonly kind: 'add'
      readonly clientId: string
      readonly registration: ClientRegistration
      readonly secrets: readonly SecretChange[]
    }
  | {
      readonly kind: 'update'
      readonly client: Client
      readonly registration: ClientRegistration
      /** The settings that differ. */
      readonly settings: readonly Setting[]
      readonly secrets: readonly SecretChange[]
    }
  | { readonly kind: 'remove'; readonly client: Client }
