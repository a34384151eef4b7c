import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { AddressLetters } from '../wording.ts'

const LOCALE = 'ar-u-ca-gregory-nu-latn'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.ar

/** The letters about the address of an account, in Arabic. */
export const arabicAddresses: AddressLetters = {
  'new-address': ({ link }, serviceName) => ({
    subject: 'أكّد بريدك الإلكتروني الجديد',
    before: [
      `يريد شخص ما، على الأرجح أنت، استخدام هذا البريد الإلكتروني لحساب لدى ${serviceName}. افتح هذا الرابط لتأكيده. لم يتغيّر شيء بعد.`,
    ],
    steps: [{ label: 'تأكيد هذا العنوان', address: link.reveal() }],
    after: ['الرابط صالح لمدة 24 ساعة.', 'إذا لم تكن أنت من فعل ذلك، فلا داعي لأي إجراء.'],
  }),
  'address-taken': ({ signInAddress }, serviceName) => ({
    subject: 'أُدخل عنوانك لحساب آخر',
    before: [
      `أراد شخص ما استخدام هذا البريد الإلكتروني لحساب آخر لدى ${serviceName}. لهذا العنوان حساب بالفعل، لذلك لم يتغيّر شيء.`,
    ],
    steps: [{ label: 'تسجيل الدخول', address: signInAddress }],
    after: [
      'إذا كنت أنت من فعل ذلك، فسجّل الدخول بهذا العنوان. إذا لم تكن أنت من فعل ذلك، فلا داعي لأي إجراء.',
    ],
  }),
  'address-change-begun': ({ dueAt, newAddress, link }, serviceName) => ({
    subject: 'سيتغيّر بريدك الإلكتروني',
    before: [
      `سيكون لحسابك لدى ${serviceName} بريد إلكتروني آخر ابتداءً من ${momentWords(LOCALE, dueAt)}: ${newAddress}. وحتى ذلك الحين تسجّل الدخول بهذا العنوان. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.`,
      'إذا لم تكن أنت من فعل ذلك، فاحتفظ بعنوانك بهذا الرابط. لا يحتاج إلى كلمة المرور.',
    ],
    steps: [{ label: 'الاحتفاظ بعنواني', address: link.reveal() }],
    after: ['إذا لم تكن أنت من فعل ذلك، فقد دخل شخص آخر إلى حسابك: اختر كلمة مرور جديدة أيضًا.'],
  }),
  'address-change-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'يبقى بريدك الإلكتروني كما هو',
    before: [
      `أُوقف تغيير البريد الإلكتروني لحسابك لدى ${serviceName} (${momentWords(LOCALE, at)}). تواصل تسجيل الدخول بهذا العنوان.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-changed': ({ until, newAddress, link }, serviceName) => ({
    subject: 'تم تغيير البريد الإلكتروني لحسابك',
    before: [
      `لحسابك لدى ${serviceName} الآن بريد إلكتروني آخر: ${newAddress}. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.`,
      `إذا لم تكن أنت من فعل ذلك، فاستعد عنوانك بهذا الرابط حتى ${momentWords(LOCALE, until)}. عندئذ يُسجَّل خروج الجميع، وتختار كلمة مرور جديدة.`,
    ],
    steps: [{ label: 'لست أنا من فعل ذلك: استعادة عنواني', address: link.reveal() }],
    after: ['إذا لم تكن أنت من فعل ذلك، فأبلغ القائمين على الخدمة أيضًا.'],
  }),
  'address-is-new': ({ at, recoverAddress }, serviceName) => ({
    subject: 'تسجّل الدخول الآن بهذا العنوان',
    before: [
      `لحسابك لدى ${serviceName} الآن هذا البريد الإلكتروني (${momentWords(LOCALE, at)}). سجّل الدخول به من الآن فصاعدًا. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-given-back': ({ at, signInAddress }, serviceName) => ({
    subject: 'عاد لحسابك بريده الإلكتروني السابق',
    before: [
      `عاد لحسابك لدى ${serviceName} بريده الإلكتروني السابق (${momentWords(LOCALE, at)})، لأن شخصًا ما استخدم الرابط الوارد في رسالتنا إلى ذلك البريد السابق. سُجّل خروج الجميع. لم تعد تسجّل الدخول بالعنوان الذي وصلت إليه هذه الرسالة.`,
      'إذا لم تكن أنت من فعل ذلك، فربما يقرأ شخص آخر رسائل بريدك السابق. أبلغ القائمين على الخدمة.',
    ],
    steps: [{ label: 'تسجيل الدخول', address: signInAddress }],
    after: [],
  }),
}
