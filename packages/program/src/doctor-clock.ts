import type { DoctorCheck } from './program-sso.ts'

/** Two seconds are worth a word, thirty are a fault. */
export function clockCheck(id: string, whose: string, seconds: number): DoctorCheck {
  const about = `This clock and the one of ${whose} are ${seconds.toFixed(1)} s apart.`
  if (seconds <= 2) return { id, ok: true, message: about }
  return { id, ok: seconds <= 30, message: about, fix: 'sync the clocks (chrony, ntpd)' }
}
