import { type Html, html } from '../../platform/html.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in Arabic. */
export const ar: OAuthWords = {
  events: {
    cancelled: (program: Html) => html`لم تتابع إلى ${program}`,
    accessEnded: (program: Html) => html`تسجيل الخروج من ${program}، فربما نسخ شخص ما إذن الوصول إلى حسابك`,
    programSignedOut: (program: Html) => html`تسجيل الخروج من ${program}`,
  },
}
