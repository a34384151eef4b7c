import { WAS_NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import type { DataWords } from './en.ts'

/** The copy of the own data, in Arabic. */
export const ar: DataWords = {
  nav: 'البيانات',
  page: {
    title: 'بياناتك',
    lead: 'نزّل نسخة مما تعرفه هذه الخدمة عنك، وهي ملف يمكن للناس والبرامج قراءته (JSON).',
    parts: [
      'اسمك وبريدك الإلكتروني ورقم هاتفك',
      'أين سجّلت الدخول، والمتصفحات التي يعرفها حسابك',
      'الخدمات التي استخدمتها، وما يجوز لكل منها قراءته',
      'أسماء مفاتيح مرورك',
      'نشاطك، بقدر ما نحتفظ به',
    ],
    without: 'لا توجد في الملف كلمة مرور ولا مفتاح. أما ما تعرفه خدمة عنك فاسأل عنه تلك الخدمة.',
    proveLead: 'لتنزيل بياناتك، أدخل كلمة مرورك أو استخدم مفتاح مرور. يسري هذا التأكيد لمدة 5 دقائق.',
    button: 'تنزيل بياناتك',
  },
  events: {
    downloaded: () => html`نُزّلت نسخة من بياناتك`,
    copied: () => html`أعدّ القائمون على هذه الخدمة نسخة من بياناتك`,
  },
  letters: {
    downloaded: ({ at }, serviceName, moment) => ({
      subject: 'نُزّلت نسخة من بياناتك',
      before: [
        `نزّل شخص كان مسجّل الدخول إلى حسابك لدى ${serviceName} نسخة من بياناتك (${moment(at)}). إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.`,
        WAS_NOT_ME.ar.sentence,
      ],
    }),
  },
}
