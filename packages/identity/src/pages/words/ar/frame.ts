import { plural } from '../../../platform/plurals.ts'
import type { englishEveryPage } from '../en/frame.ts'

/**
 * The words on every page, in Arabic. Digits are 0 to 9, because reference numbers, codes and telephone numbers have
 * them, too, and because both the Maghreb and the Gulf read them. The calendar is the Gregorian one.
 */
export const arabicEveryPage: typeof englishEveryPage = {
  direction: 'rtl',
  ownName: 'العربية',
  between: ' ',
  language: {
    label: 'اللغة',
    button: 'تغيير اللغة',
    field: 'لغة الصفحات والرسائل',
    hint: 'لجميع الصفحات عند تسجيل دخولك، ولكل رسالة بريد إلكتروني نرسلها إليك.',
  },
  skip: 'انتقل إلى المحتوى الرئيسي',
  yourAccount: 'حسابك',
  errorInTitle: 'خطأ: ',
  footer: 'لا نطلب منك كلمة المرور أبدًا عبر البريد الإلكتروني أو الرسائل أو الهاتف.',
  foot: {
    label: 'عن هذه الخدمة',
    help: 'المساعدة',
    privacy: 'الخصوصية',
    accessibility: 'بيان إمكانية الوصول',
  },
  typedAgain: 'عاد ما كتبته إلى هنا. لم يُحفظ بعد: راجعه ثم أرسله.',
  problemHeading: 'توجد مشكلة',
  reference: 'الرقم المرجعي',
  referenceHint: 'يُرجى الاحتفاظ بهذا الرقم عند طلب المساعدة.',
  optional: '(اختياري)',
  account: 'الحساب',
  toSignIn: 'الانتقال إلى تسجيل الدخول',
  toAccount: 'الانتقال إلى حسابك',
  openAgain: 'فتح الصفحة من جديد',
  seconds: plural('ar', {
    zero: '# ثانية',
    one: 'ثانية واحدة',
    two: 'ثانيتين',
    few: '# ثوانٍ',
    many: '# ثانية',
    other: '# ثانية',
  }),
  minutes: plural('ar', {
    zero: '# دقيقة',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: '# دقائق',
    many: '# دقيقة',
    other: '# دقيقة',
  }),
}
