import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { AccessWords } from './en.ts'

const browsers = plural('ar', {
  zero: '# متصفح',
  one: 'متصفح واحد',
  two: 'متصفحين',
  few: '# متصفحات',
  many: '# متصفحًا',
  other: '# متصفح',
})

/** Sessions and programs, in Arabic. */
export const ar: AccessWords = {
  holds: {
    sessions: {
      less: plural('ar', {
        zero: 'إنهاء # جلسة',
        one: 'إنهاء جلسة واحدة',
        two: 'إنهاء جلستين',
        few: 'إنهاء # جلسات',
        many: 'إنهاء # جلسة',
        other: 'إنهاء # جلسة',
      }),
    },
    grants: {
      less: plural('ar', {
        zero: 'إنهاء الوصول إلى # خدمة',
        one: 'إنهاء الوصول إلى خدمة واحدة',
        two: 'إنهاء الوصول إلى خدمتين',
        few: 'إنهاء الوصول إلى # خدمات',
        many: 'إنهاء الوصول إلى # خدمة',
        other: 'إنهاء الوصول إلى # خدمة',
      }),
    },
    connections: {
      less: plural('ar', {
        zero: 'محو ما سُمح به لعدد # خدمة',
        one: 'محو ما سُمح به لخدمة واحدة',
        two: 'محو ما سُمح به لخدمتين',
        few: 'محو ما سُمح به لعدد # خدمات',
        many: 'محو ما سُمح به لعدد # خدمة',
        other: 'محو ما سُمح به لعدد # خدمة',
      }),
    },
  },
  events: {
    signedOut: () => html`تسجيل الخروج`,
    sessionEnded: () => html`سُجّل الخروج من جلسة`,
    otherSessionsEnded: () => html`سُجّل الخروج من كل الجلسات الأخرى`,
    sessionsEndedByPassword: () => html`سُجّل الخروج من كل الجلسات الأخرى، لأن كلمة المرور تغيرت`,
    sessionDisplaced: () => html`تسجيل الخروج، لأن شخصًا آخر سجّل الدخول بالمتصفح نفسه`,
    programEntered: (program: Html) => html`تسجيل الدخول إلى ${program}`,
  },
  findings: {
    'program-disabled': {
      found: (program) => html`الخدمة المتصلة ${program} معطّلة: لا يستطيع أحد دخولها.`,
      mayDo: (command) => html`اقرأ السبب: ${command}`,
      closed: (program) => html`${program} مغلقة حاليًا أمام الجميع.`,
      others: 'حسابك كما كان، وخدماتك الأخرى تعمل.',
    },
    'signed-in': {
      found: (count, at) => html`الحساب مسجّل الدخول في ${browsers(count)}، وآخر استخدام في ${at}.`,
      tell: (count) => `أنت مسجّل الدخول في ${browsers(count)}.`,
      somebody: (count) => `شخص ما مسجّل الدخول إلى الحساب في ${browsers(count)}.`,
      notYours:
        'إذا لم تكن أنت، فافتح صفحة «أماكن تسجيل دخولك»، واضغط «إنهاء جميع الجلسات الأخرى»، وغيّر كلمة المرور.',
    },
    'signed-in-nowhere': {
      found: 'المواطن غير مسجّل الدخول في أي مكان الآن.',
      tell: 'أنت غير مسجّل الدخول في أي مكان حاليًا.',
      again: 'سجّل الدخول من جديد.',
    },
  },
}
