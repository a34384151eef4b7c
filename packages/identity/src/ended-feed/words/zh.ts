import type { EndedFeedWords } from './en.ts'

/** The feed of ended sessions, in Chinese. */
export const zh: EndedFeedWords = {
  limits: {
    questions: '服务查询已结束的会话',
  },
}
