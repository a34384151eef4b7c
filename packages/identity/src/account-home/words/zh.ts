import type { HomeWords } from './en.ts'

/** The home of the account, in simplified Chinese. */
export const zh: HomeWords = {
  title: '您的账号',
  ways: '您如何登录',
  change: '更改',
  password: { title: '密码', state: '使用中' },
  security: {
    title: '登录与安全',
    lead: '您进入账号的所有方式，以及如何让它更安全。',
  },
  sessions: '如果其中有您不认识的浏览器，请将其退出登录。',
  toSessions: '查看您在哪里登录',
}
