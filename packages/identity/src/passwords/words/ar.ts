import type { PasswordWords } from './en.ts'

/** Passwords, in Arabic. */
export const ar: PasswordWords = {
  limits: {
    newPasswords: 'محاولات بكلمة مرور جديدة',
  },
}
