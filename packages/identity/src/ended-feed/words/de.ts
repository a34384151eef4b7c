import type { EndedFeedWords } from './en.ts'

/** The feed of ended sessions, in German. */
export const de: EndedFeedWords = {
  limits: {
    questions: 'Fragen von Diensten, welche Sitzungen beendet sind',
  },
}
