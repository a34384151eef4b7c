import type { PasswordWords } from './en.ts'

/** Passwords, in Chinese. */
export const zh: PasswordWords = {
  limits: {
    newPasswords: '尝试新密码',
  },
}
