import type { EndedFeedWords } from './en.ts'

/** The feed of ended sessions, in Arabic. */
export const ar: EndedFeedWords = {
  limits: {
    questions: 'أسئلة الخدمات عن الجلسات المنتهية',
  },
}
