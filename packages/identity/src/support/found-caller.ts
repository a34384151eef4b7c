import type { Caller, Reader, Said } from '../platform/room/explains.ts'

/** Whom the supporter means, and how the service knows them. */
export interface FoundCaller {
  readonly caller: Caller
  /**
   * `former-address`: the account had it, and can have it back. `address`: no account has it. `page`: its reference number. `several`: more than one account or
   * program has this name or telephone number. `nothing`: it is none of these.
   */
  readonly as: 'account' | 'former-address' | 'address' | 'program' | 'page' | 'several' | 'nothing'
  /** Nobody is found by it, and it may be a first name or a surname. */
  readonly isOneName?: boolean
  /** It may also be a reference number that nobody knows yet. */
  readonly mayBeNumber?: boolean
  /** The language of the account. */
  readonly language?: string
  /** What the request of that page did. */
  readonly storyFor?: (reader: Reader) => Said
  /** Whether a page that refused has this number. */
  readonly isRefusal?: boolean
  /** Whether that request did anything. Else the story says only where to look further. */
  readonly hasStory?: boolean
}
