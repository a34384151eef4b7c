import { html } from '../../platform/html.ts'

/** Counted guesses, in English. */
export const en = {
  events: {
    failuresForgiven: () => html`The people who run this service cleared the count of wrong passwords`,
  },
}

/** The entries of every language. */
export type GuessWords = typeof en
