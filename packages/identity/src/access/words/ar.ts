import { type Html, html } from '../../platform/html.ts'
import type { AccessWords } from './en.ts'

/** Sessions and programs, in Arabic. */
export const ar: AccessWords = {
  events: {
    signedOut: () => html`تسجيل الخروج`,
    sessionEnded: () => html`سُجّل الخروج من جلسة`,
    otherSessionsEnded: () => html`سُجّل الخروج من كل الجلسات الأخرى`,
    sessionsEndedByPassword: () => html`سُجّل الخروج من كل الجلسات الأخرى، لأن كلمة المرور تغيرت`,
    sessionDisplaced: () => html`تسجيل الخروج، لأن شخصًا آخر سجّل الدخول بالمتصفح نفسه`,
    programEntered: (program: Html) => html`تسجيل الدخول إلى ${program}`,
  },
}
