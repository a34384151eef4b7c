import type { PasswordWords } from './en.ts'

/** Passwords, in Spanish. */
export const es: PasswordWords = {
  limits: {
    newPasswords: 'Intentos con una contraseña nueva',
  },
}
