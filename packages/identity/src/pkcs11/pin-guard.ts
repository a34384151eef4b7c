import type { Opened } from './messages.ts'

/** Decides whether a PIN is sent once more. */
export interface PinGuard {
  /** Called when another process is about to open the token. */
  maySend(): boolean
  hear(opened: Opened): void
  /** No PIN is sent any more. */
  isShut(): boolean
}

/** So many processes may end while they wait for the answer to a PIN: it may have been refused each time. */
const MOST_UNANSWERED = 2

/** A token locks itself after a few wrong PINs. So one that was refused is not sent again until the service is started again. */
export function pinGuard(complain: (fault: string) => void): PinGuard {
  let isRefused = false
  let isWaiting = false
  let unanswered = 0
  return {
    maySend() {
      if (isWaiting) unanswered += 1
      isWaiting = false
      if (!isRefused && unanswered >= MOST_UNANSWERED) {
        isRefused = true
        complain('C_Login was not answered twice: the PIN may be wrong, and is not sent again')
      }
      return !isRefused
    },
    hear({ sendsPin, fault, isAboutPin = false }) {
      isWaiting = sendsPin === true
      if (isAboutPin) isRefused = true
      if (!isWaiting && fault === undefined) unanswered = 0
    },
    isShut: () => isRefused,
  }
}
