import type { Day } from './day.ts'
import { postgresAway, relayAway } from './happenings/away.ts'
import { tenCallers } from './happenings/callers.ts'
import { rotateKeys, rotateKeysNow } from './happenings/keys.ts'
import { secretLeaks } from './happenings/leaked-secret.ts'
import { bringMore, copyData } from './happenings/more-citizens.ts'
import { endWave, phishingWave, reinstateVictims, type Wave } from './happenings/phishing.ts'
import { registerTooOften } from './happenings/register-too-often.ts'
import { release } from './happenings/release.ts'

/** Something that happens in an hour. Resolves to what it was, in some words. */
export type Happening = (day: Day, hour: number) => Promise<string>

/** What happens, by the hour in which it does. The load of the hour is sent before it. */
export function happeningsOf(more: number): ReadonlyMap<number, Happening> {
  let wave: Wave | undefined
  const during = (work: (day: Day, wave: Wave) => Promise<string>): Happening => {
    return (day) => (wave ? work(day, wave) : Promise.reject(new Error('There was no phishing wave')))
  }
  return new Map<number, Happening>([
    [3, rotateKeys],
    [6, (day) => bringMore(day, more)],
    [8, relayAway],
    [9, secretLeaks],
    [
      10,
      async (day) => {
        const begun = await phishingWave(day)
        wave = begun.wave
        return begun.said
      },
    ],
    [11, during(endWave)],
    [12, release],
    [13, copyData],
    [14, postgresAway],
    [15, during(tenCallers)],
    [16, rotateKeysNow],
    [17, registerTooOften],
    [20, during(reinstateVictims)],
  ])
}
