import type { PasswordWords } from './en.ts'

/** Passwords, in German. */
export const de: PasswordWords = {
  limits: {
    newPasswords: 'Versuche mit einem neuen Passwort',
  },
}
