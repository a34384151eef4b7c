import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { FactorLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.ar

const LOCALE = 'ar-u-ca-gregory-nu-latn'

/** The letters about a lost app for codes, in Arabic. */
export const arabicFactors: FactorLetters = {
  'lost-app': ({ link }, serviceName) => ({
    subject: 'أكّد أنك فقدت هاتفك',
    before: [
      `أدخل شخص ما كلمة مرور حسابك لدى ${serviceName} ويقول إن الهاتف الذي عليه تطبيق الرموز مفقود. إذا كنت أنت من فعل ذلك، فافتح هذا الرابط للمتابعة. لم يُزَل شيء بعد.`,
    ],
    steps: [{ label: 'المتابعة', address: link.reveal() }],
    after: [
      'الرابط صالح لمدة 30 دقيقة ولمرة واحدة فقط.',
      'إذا لم تكن أنت من فعل ذلك، فهناك من يعرف كلمة مرورك: اختر كلمة مرور جديدة فورًا. ومن دون رمز لا يدخل بها أحد.',
    ],
  }),
  'app-removal-requested': ({ dueAt, link }, serviceName) => ({
    subject: 'ستُزال تطبيقات الرموز من حسابك',
    before: [
      `أخبرنا شخص ما، على الأرجح أنت، أن تطبيق الرموز لحسابك لدى ${serviceName} مفقود. سنزيل تطبيقاتك ورموز الاسترداد في ${momentWords(LOCALE, dueAt)}. بعد ذلك تكفي كلمة المرور وحدها.`,
      'إذا وجدت هاتفك، أو لم تطلب ذلك، فأوقف الإزالة بهذا الرابط.',
    ],
    steps: [{ label: 'إيقاف الإزالة', address: link.reveal() }],
    after: [
      'ومن يسجّل الدخول برمز أو برمز استرداد أو بمفتاح مرور يوقفها أيضًا.',
      'إذا لم تكن أنت من فعل ذلك، فهناك من يعرف كلمة مرورك ويقرأ بريدك: اختر كلمتي مرور جديدتين للاثنين.',
    ],
  }),
  'app-removal-soon': ({ dueAt, link }, serviceName) => ({
    subject: 'ستُزال تطبيقات الرموز من حسابك قريبًا',
    before: [
      `كما أخبرناك، سنزيل تطبيقات الرموز ورموز الاسترداد من حسابك لدى ${serviceName} في ${momentWords(LOCALE, dueAt)}. بعد ذلك تكفي كلمة المرور وحدها.`,
      'إذا وجدت هاتفك، أو لم تطلب ذلك، فأوقف الإزالة بهذا الرابط.',
    ],
    steps: [{ label: 'إيقاف الإزالة', address: link.reveal() }],
    after: [
      'ومن يسجّل الدخول برمز أو برمز استرداد أو بمفتاح مرور يوقفها أيضًا.',
      'إذا لم تكن أنت من فعل ذلك، فهناك من يعرف كلمة مرورك ويقرأ بريدك: اختر كلمتي مرور جديدتين للاثنين.',
    ],
  }),
  'app-removal-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'تبقى تطبيقات الرموز في حسابك',
    before: [
      `أُوقفت إزالة تطبيقات الرموز من حسابك لدى ${serviceName} (${momentWords(LOCALE, at)}). ونستمر في طلب رمز بعد كلمة المرور. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'app-removal-done': ({ at, recoverAddress }, serviceName) => ({
    subject: 'أُزيلت تطبيقات الرموز المفقودة من حسابك',
    before: [
      `انتهت مدة الانتظار. أُزيلت تطبيقات الرموز ورموز الاسترداد من حسابك لدى ${serviceName} (${momentWords(LOCALE, at)}). تكفي الآن كلمة المرور وحدها: أضف تطبيقًا جديدًا أو مفتاح مرور. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء آخر.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
}
