/** The feed of ended sessions, in English. */
export const en = {
  limits: {
    questions: 'Questions of programs which sessions have ended',
  },
}

/** The entries of every language. */
export type EndedFeedWords = typeof en
