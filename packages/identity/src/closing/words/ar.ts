import { plural } from '../../pages/index.ts'
import { momentWords } from '../../platform/date-words.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ClosingWords } from './en.ts'

const LOCALE = 'ar-u-ca-gregory-nu-latn'
const days = plural('ar', {
  zero: '# يوم',
  one: 'يوم واحد',
  two: 'يومين',
  few: '# أيام',
  many: '# يومًا',
  other: '# يوم',
})

/** Closing the account, in Arabic. */
export const ar: ClosingWords = {
  link: 'إغلاق حسابك',
  page: {
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
  asked: {
    title: 'سيُغلق حسابك',
    wayBack: 'إذا غيّرت رأيك، فسجّل الدخول قبل ذلك: عندئذ يبقى مفتوحًا. أرسلنا إليك رسالة بشأن ذلك.',
    button: 'تسجيل الدخول والاحتفاظ بالحساب',
    when: (at: Html) => html`سُجّل خروجك من كل مكان. يُغلق الحساب في ${at}.`,
  },
  events: {
    requested: () => html`سُجّل خروج الجميع، لأنك طلبت إغلاق الحساب`,
    calledOff: () => html`سجّلت الدخول من جديد، فيبقى الحساب مفتوحًا`,
  },
  letters: {
    requested: ({ dueAt, signInAddress }, serviceName) => ({
      subject: 'سيُغلق حسابك قريبًا',
      before: [
        `طلبت إغلاق حسابك لدى ${serviceName}. سُجّل خروجك من كل مكان، ويُغلق الحساب نهائيًا في ${momentWords(LOCALE, dueAt)}.`,
        'إذا لم تكن أنت من فعل ذلك، أو إذا غيّرت رأيك، فسجّل الدخول قبل ذلك: عندئذ يبقى الحساب مفتوحًا. وإذا لم تكن أنت، فغيّر كلمة المرور أيضًا.',
      ],
      steps: [{ label: 'تسجيل الدخول والاحتفاظ بالحساب', address: signInAddress }],
    }),
    closed: ({ registerAddress }, serviceName) => ({
      subject: 'أُغلق حسابك كما طلبت',
      before: [
        `أُغلق حسابك لدى ${serviceName} كما طلبت. حُذف هناك اسمك وبريدك الإلكتروني ورقم هاتفك. هذه آخر رسالة منا.`,
        'إذا لم تكن أنت من فعل ذلك، فأخبر القائمين على الخدمة. يمكنك إنشاء حساب جديد بالعنوان نفسه في أي وقت؛ ولا صلة له بالحساب القديم.',
      ],
      steps: [{ label: 'إنشاء حساب جديد', address: registerAddress }],
    }),
  },
}
