import { html } from '../../platform/html.ts'
import type { AttemptWords } from './en.ts'

/** Counted attempts, in Arabic. */
export const ar: AttemptWords = {
  events: {
    failuresForgiven: () => html`محا القائمون على هذه الخدمة عدد كلمات المرور الخاطئة`,
  },
}
