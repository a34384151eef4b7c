import type { HomeWords } from './en.ts'

/** The home of the account, in Arabic. */
export const ar: HomeWords = {
  title: 'حسابك',
  ways: 'كيف تسجّل الدخول',
  change: 'تغيير',
  password: { title: 'كلمة المرور', state: 'مستخدمة' },
  security: {
    title: 'تسجيل الدخول والأمان',
    lead: 'كل ما يُدخلك إلى حسابك، وما يجعله أقوى.',
  },
  sessions: 'إذا رأيت هناك متصفحًا لا تعرفه، فسجّل خروجه.',
  toSessions: 'اعرف أين أنت مسجّل الدخول',
}
