/** What an active answer was about: whoever shares it must agree on every part. */
export interface AnswerSubject {
  readonly issuer: string
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
}

/** Active answers of a moment ago, so that sessions of one central session need not all ask; never an inactive one. */
export interface SharedAnswers {
  /** When the question was sent that a younger answer belongs to, or null; both instants are the store's. */
  sentAt(about: AnswerSubject, now: { readonly at: Date; readonly youngerThanMs: number }): Date | null
  active(about: AnswerSubject, sentAt: Date): void
  /** Anything but an active answer: from now on each session asks for itself. */
  forget(about: AnswerSubject): void
}

const KEPT_MS = 30_000

/** Makes a memory of this process alone; another instance asks for itself. */
export function createSharedAnswers(): SharedAnswers {
  const answers = new Map<string, Date>()
  const isYounger = (sentAt: Date, at: Date, limitMs: number) =>
    sentAt <= at && at.getTime() - sentAt.getTime() < limitMs
  return {
    sentAt(about, { at, youngerThanMs }) {
      const sentAt = answers.get(keyOf(about))
      return sentAt && isYounger(sentAt, at, youngerThanMs) ? sentAt : null
    },
    active(about, sentAt) {
      const own = keyOf(about)
      answers.delete(own)
      answers.set(own, sentAt)
      // In the order in which they came, so that most are never looked at.
      for (const [key, earlier] of answers) {
        if (isYounger(earlier, sentAt, KEPT_MS)) break
        answers.delete(key)
      }
    },
    forget: (about) => void answers.delete(keyOf(about)),
  }
}

function keyOf({ issuer, subject, sid, securityVersion }: AnswerSubject): string {
  return JSON.stringify([issuer, subject, sid, securityVersion])
}
