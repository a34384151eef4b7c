import { type Html, html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in Arabic. */
export const arabicActivity: typeof englishActivity = {
  activity: {
    title: 'النشاط',
    lead: 'ما حدث في حسابك، الأحدث أولًا. إذا وجدت شيئًا لم تفعله، فأخبرنا.',
    none: 'لم يحدث شيء بعد.',
    older: 'نشاط أقدم',
    newest: 'أحدث نشاط',
    wasNotMe: 'هنا شيء لم أفعله',
    address: 'عنوان الشبكة',
    unknownProgram: 'خدمة لم تعد موجودة',
    did: {
      'lost-app-reported': () => html`أدخل شخص ما كلمة المرور وقال إن الهاتف الذي عليه التطبيق مفقود`,
      'app-removal-requested': () => html`طُلبت إزالة تطبيقات الرموز المفقودة`,
      'app-removal-stopped': () => html`أُوقفت إزالة تطبيقات الرموز`,
      'app-removal-done': () => html`أُزيلت تطبيقات الرموز المفقودة ورموز الاسترداد`,
    },
  },
  wasNotMe: {
    title: 'هل كان شخص آخر في حسابك؟',
    lead: 'إذا كان في نشاطك شيء لم تفعله، فسجّل خروج الجميع الآن. وستعود إلى حسابك عن طريق بريدك.',
    effects: [
      'يُسجَّل خروج الجميع هنا وفي كل الخدمات، وأنت أيضًا.',
      'تتوقف كلمة مرورك عن العمل فورًا.',
      'تُزال مفاتيح مرورك. يمكنك إضافتها من جديد.',
      'تبقى تطبيقات الرموز، ما عدا ما أُضيف في آخر 3 أيام بكلمة المرور وحدها. إذا فقدتها، فاذكر ذلك عند تسجيل الدخول.',
    ],
    button: 'تسجيل خروج الجميع',
    back: 'عدم تغيير شيء',
    mail: (email: Html) => html`نرسل رابطًا إلى ${email}. وبه تختار كلمة مرور جديدة.`,
  },
  accountLocked: {
    title: 'تم تسجيل خروج الجميع',
    lifetime: 'يعمل الرابط لمدة 30 دقيقة. بعد ذلك اطلب رابطًا آخر.',
    again: 'طلب رابط آخر',
    next: (email: Html) =>
      html`لم يعد أحد مسجّل الدخول إلى حسابك. أرسلنا رابطًا إلى ${email}: افتحه واختر كلمة مرور جديدة.`,
  },
}
