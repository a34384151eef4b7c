import type { SsoErrorParam } from '../../wire.ts'

/** What a page says. The first ones are also the problems that a page of the program is told. */
export type PageSentence =
  | SsoErrorParam
  | 'other_account'
  | 'insufficient_user_authentication'
  | 'other_browser'
  | 'old_sign_in_missing'
  | 'fresh_sign_in_required'
  | 'bad_path'
  | 'bad_demand'
  | 'no_page'
  | 'several_cookies'
  | 'too_many'
  | 'try_later'
  | 'unknown_sign_in'
  | 'on_the_way'

/** Where the link of a page leads. */
export type LinkWord = 'again' | 'back' | 'home' | 'reload' | 'restart' | 'onward'

/** The words of one language. */
export interface PageWords {
  readonly title: string
  readonly sentences: Readonly<Record<PageSentence, string>>
  readonly links: Readonly<Record<LinkWord, string>>
}
