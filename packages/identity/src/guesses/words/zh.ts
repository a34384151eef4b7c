import { html } from '../../platform/html.ts'
import type { GuessWords } from './en.ts'

/** Counted guesses, in Chinese. */
export const zh: GuessWords = {
  events: {
    failuresForgiven: () => html`本服务的运营者清除了错误密码的次数`,
  },
}
