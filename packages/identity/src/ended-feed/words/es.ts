import type { EndedFeedWords } from './en.ts'

/** The feed of ended sessions, in Spanish. */
export const es: EndedFeedWords = {
  limits: {
    questions: 'Preguntas de los servicios por sesiones terminadas',
  },
}
