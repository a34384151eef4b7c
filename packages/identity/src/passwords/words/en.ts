/** Passwords, in English. */
export const en = {
  limits: {
    newPasswords: 'Tries of a new password',
  },
}

/** The entries of every language. */
export type PasswordWords = typeof en
