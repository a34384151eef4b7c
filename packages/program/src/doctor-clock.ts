import type { DoctorCheck } from './program-sso.ts'

/** A difference of more than 2 seconds is a note, one of more than 30 is a failure. */
export function clockCheck(id: string, other: string, seconds: number): DoctorCheck {
  const message = `The clocks of this machine and of ${other} differ by ${seconds.toFixed(1)} s.`
  if (seconds <= 2) return { id, ok: true, message }
  return { id, ok: seconds <= 30, message, fix: 'sync the clocks (chrony, ntpd)' }
}
