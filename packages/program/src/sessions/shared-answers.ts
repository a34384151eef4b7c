import type { Clock } from '../platform/index.ts'

/** What an active answer was about: whoever shares it must agree on every part. */
export interface AnswerSubject {
  readonly issuer: string
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
}

/** Active answers of a moment ago, so that sessions of one central session need not all ask; never an inactive one. */
export interface SharedAnswers {
  /** When the question was sent that an answer younger than this many milliseconds belongs to; null where there is none. */
  sentAt(about: AnswerSubject, youngerThanMs: number): Date | null
  active(about: AnswerSubject, sentAt: Date): void
  /** Anything but an active answer: from now on each session asks for itself. */
  forget(about: AnswerSubject): void
}

const KEPT_MS = 30_000

/** Makes a memory of this process alone; another instance asks for itself. */
export function createSharedAnswers(clock: Clock): SharedAnswers {
  const answers = new Map<string, Date>()
  const age = (sentAt: Date) => clock.now().getTime() - sentAt.getTime()
  return {
    sentAt(about, youngerThanMs) {
      const sentAt = answers.get(keyOf(about))
      return sentAt && age(sentAt) >= 0 && age(sentAt) < youngerThanMs ? sentAt : null
    },
    active(about, sentAt) {
      for (const [key, at] of answers) if (age(at) >= KEPT_MS || age(at) < 0) answers.delete(key)
      answers.set(keyOf(about), sentAt)
    },
    forget: (about) => void answers.delete(keyOf(about)),
  }
}

function keyOf({ issuer, subject, sid, securityVersion }: AnswerSubject): string {
  return JSON.stringify([issuer, subject, sid, securityVersion])
}
