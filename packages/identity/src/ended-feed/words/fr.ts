import type { EndedFeedWords } from './en.ts'

/** The feed of ended sessions, in French. */
export const fr: EndedFeedWords = {
  limits: {
    questions: 'Questions des services sur les sessions terminées',
  },
}
