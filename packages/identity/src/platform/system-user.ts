import { userInfo } from 'node:os'

/**
 * The name of the user of the system. Under sudo that of whoever called it, which would be root for everybody. A container may run
 * as a number without a name.
 */
export function systemUser(): string {
  const caller = process.env['SUDO_USER']
  if (process.getuid?.() === 0 && caller) return caller
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
