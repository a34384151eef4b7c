import { type Html, html } from '../../../platform/html.ts'
import type { englishClosing } from '../en/closing.ts'
import { plural } from '../plurals.ts'

const days = plural('ar', {
  zero: '# يوم',
  one: 'يوم واحد',
  two: 'يومين',
  few: '# أيام',
  many: '# يومًا',
  other: '# يوم',
})

/** Closing the account, in Arabic. */
export const arabicClosing: typeof englishClosing = {
  closeAccount: {
    link: 'إغلاق حسابك',
    title: 'إغلاق حسابك',
    effects: [
      'للاحتفاظ بالحساب، سجّل الدخول قبل ذلك.',
      'في ذلك اليوم يُحذف هنا اسمك وبريدك الإلكتروني ورقم هاتفك. ولا يستطيع أحد استرجاعها.',
      'لن تستطيع تسجيل الدخول إلى أي خدمة بهذا الحساب.',
      'تحتفظ الخدمات بما تعرفه عنك. اطلب من كل منها حذفه.',
    ],
    copy: 'هل تريد نسخة قبل ذلك؟',
    kept: 'طلبت إغلاق حسابك، ثم سجّلت الدخول من جديد. لذلك يبقى مفتوحًا.',
    proveLead: 'لإغلاق حسابك، أدخل كلمة مرورك أو استخدم مفتاح مرور. يسري هذا التأكيد لمدة 5 دقائق.',
    button: 'إغلاق حسابي',
    back: 'الاحتفاظ بحسابي',
    lead: (count: number) => `يُسجَّل خروجك من كل مكان فورًا. وبعد ${days(count)} يُغلق الحساب نهائيًا.`,
  },
  closingAsked: {
    title: 'سيُغلق حسابك',
    wayBack: 'إذا غيّرت رأيك، فسجّل الدخول قبل ذلك: عندئذ يبقى مفتوحًا. أرسلنا إليك رسالة بشأن ذلك.',
    button: 'تسجيل الدخول والاحتفاظ بالحساب',
    when: (at: Html) => html`سُجّل خروجك من كل مكان. يُغلق الحساب في ${at}.`,
  },
}
