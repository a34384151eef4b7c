/** The home of the account, in English. */
export const en = {
  title: 'Your account',
  ways: 'How you sign in',
  change: 'Change',
  password: { title: 'Password', state: 'In use' },
  security: {
    title: 'Sign-in and security',
    lead: 'Everything that lets you into your account, and what makes it stronger.',
  },
  sessions: 'If you do not know a browser there, sign it out.',
  toSessions: 'See where you are signed in',
}

/** The entries of every language. */
export type HomeWords = typeof en
