/** What an active answer is about. Sessions share an answer only if all parts are equal. */
export interface AnswerSubject {
  readonly issuer: string
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
}

/**
 * Recent active answers of introspection. One answer serves all local sessions of a central session. Inactive answers
 * are not shared.
 */
export interface SharedAnswers {
  /** When the request of a recent answer was sent, or null. Both times are the store's. */
  sentAt(about: AnswerSubject, now: { readonly at: Date; readonly youngerThanMs: number }): Date | null
  active(about: AnswerSubject, sentAt: Date): void
  /** Removes the answer, so that each session asks for itself. */
  forget(about: AnswerSubject): void
}

const KEPT_MS = 30_000

/** Makes the answers of one process. */
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
      // The map keeps the order of insertion, so the loop ends at the first recent answer.
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
