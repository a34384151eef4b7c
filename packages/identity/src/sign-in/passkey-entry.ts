import type { Browser } from '../hosted-page/index.ts'
import type { PasskeyQuestion } from '../pages/index.ts'

/** What the sign-in page knows of passkeys. The room `passkeys` above has the rest, and makes this. */
export interface PasskeyEntry {
  /** A question for the page, with the page that has a new one. Nothing where passkeys are not possible. */
  question(browser: Browser, againHref: string): PasskeyQuestion | undefined
  /** The page that offers a passkey before the citizen goes on. Nothing where none is due. Notes that it was offered. */
  offer(citizenId: string, resume: string | undefined): Promise<string | undefined>
}
