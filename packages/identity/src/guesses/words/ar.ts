import { html } from '../../platform/html.ts'
import type { GuessWords } from './en.ts'

/** Counted guesses, in Arabic. */
export const ar: GuessWords = {
  events: {
    failuresForgiven: () => html`محا القائمون على هذه الخدمة عدد كلمات المرور الخاطئة`,
  },
}
