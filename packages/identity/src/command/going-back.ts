/** What a database that went back in time ends. */
export const ENDED =
  'Nobody is signed in any more. No earlier code, token, mailed link or waiting registration is valid.'

/** What went back with it. */
export function sayUndone(moment: string): string {
  return `All changes after ${moment} are undone: new passwords (the old ones work again), suspended or closed accounts, disabled programs, retired client secrets, withdrawn consents. Make these changes again.`
}

/** Signing keys that were withdrawn, and are not any more. */
export function sayWithdrawn(moment: string): string {
  return `If a signing key was withdrawn after ${moment}, withdraw it again before the service starts: portico keys rotate --emergency`
}

/** Suspensions that had an end. */
export function sayHeld(suspensions: number): readonly string[] {
  if (suspensions === 0) return []
  return [
    `${suspensions} of the suspensions had an end, which somebody may have put off since. They last until somebody reinstates the account: portico audit --event citizen-suspended shows the ends that are known.`,
  ]
}
