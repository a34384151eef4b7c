import type { NewsFacts } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Secret } from '../platform/secret.ts'

/** What the letter to a new address says. */
export interface ProvesAddress {
  readonly link: Secret
}

/** What the owner of an address reads that somebody wants for another account. Addresses are absolute. */
export interface SignInAgain {
  readonly signInAddress: string
}

/** What the address that the account has reads. The link stops the change. */
export interface ChangeBegun extends ProvesAddress {
  readonly dueAt: UnixSeconds
  readonly newAddress: string
}

/** What the address that the citizen had until now reads. Until then the link gives it back. */
export interface ChangeDone extends ProvesAddress {
  readonly until: UnixSeconds
  readonly newAddress: string
}

/** What is told when an address is wanted back, or was given back. */
export interface HasAgain extends NewsFacts, SignInAgain {}
