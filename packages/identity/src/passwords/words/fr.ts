import type { PasswordWords } from './en.ts'

/** Passwords, in French. */
export const fr: PasswordWords = {
  limits: {
    newPasswords: 'Essais d’un nouveau mot de passe',
  },
}
