import { momentWords } from '../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from './was-not-me.ts'
import type { LetterWords } from './wording.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.ar

const LOCALE = 'ar-u-ca-gregory-nu-latn'

const MORE_SIGN_INS =
  'حدثت عدة عمليات تسجيل دخول من هذا النوع خلال الساعة الماضية. وقد تحدث عمليات أخرى خلال الساعة القادمة من دون أن نراسلك بشأنها. صفحة النشاط في حسابك تعرضها كلها.'

/** The letters in Arabic. Digits are 0 to 9, as on the pages. */
export const ar: LetterWords = {
  language: 'ar',
  direction: 'rtl',
  greeting: (name) => (name === undefined ? 'مرحبًا،' : `مرحبًا ${name}،`),
  code: 'أو اكتب هذا الرمز في الصفحة التي طلبت منها هذه الرسالة. لا تعطه لأحد، ولا حتى لنا.',
  links: { help: 'المساعدة', privacy: 'الخصوصية', accessibility: 'بيان إمكانية الوصول' },
  footer: (serviceName) =>
    `أُرسلت هذه الرسالة تلقائيًا من ${serviceName}. لا نطلب منك كلمة المرور أبدًا عبر البريد الإلكتروني أو الرسائل أو الهاتف.`,
  letters: {
    registration: ({ link }, serviceName) => ({
      subject: 'أكّد بريدك الإلكتروني',
      before: [
        `طلب شخص ما، على الأرجح أنت، حسابًا لدى ${serviceName} بهذا البريد الإلكتروني. افتح هذا الرابط لتأكيد العنوان واختيار كلمة مرور.`,
      ],
      steps: [{ label: 'اختيار كلمة مرور', address: link.reveal() }],
      after: [
        'الرابط صالح لمدة 24 ساعة.',
        'إذا لم تطلب حسابًا، فلا داعي لأي إجراء: من دون الرابط لن يُنشأ أي حساب.',
      ],
    }),
    'already-registered': ({ signInAddress, recoverAddress }, serviceName) => ({
      subject: 'لديك حساب بالفعل',
      before: [
        `طلب شخص ما، على الأرجح أنت، حسابًا لدى ${serviceName} بهذا البريد الإلكتروني. لديك حساب بالفعل، ولم يتغير فيه أي شيء.`,
      ],
      steps: [
        { label: 'تسجيل الدخول', address: signInAddress },
        { label: 'اختيار كلمة مرور جديدة، إذا نسيت كلمة مرورك', address: recoverAddress },
      ],
      after: ['إذا لم تكن أنت من فعل ذلك، فلا داعي لأي إجراء.'],
    }),
    recovery: ({ link }, serviceName) => ({
      subject: 'اختر كلمة مرور جديدة',
      before: [
        `طلب شخص ما، على الأرجح أنت، اختيار كلمة مرور جديدة لحسابك لدى ${serviceName}. افتح هذا الرابط للقيام بذلك.`,
      ],
      steps: [{ label: 'اختيار كلمة مرور جديدة', address: link.reveal() }],
      after: [
        'الرابط صالح لمدة 30 دقيقة ولمرة واحدة فقط. بعد ذلك يُسجَّل خروجك من كل مكان.',
        'إذا لم تكن أنت من فعل ذلك، فلا داعي لأي إجراء: تبقى كلمة المرور كما هي.',
      ],
    }),
    'new-browser': ({ link }, serviceName) => ({
      subject: 'متصفح جديد لحسابك',
      before: [
        `يريد شخص ما، على الأرجح أنت، تسجيل الدخول إلى حسابك لدى ${serviceName} بمتصفح لم يُسجَّل الدخول به من قبل. أُدخلت كلمات مرور خاطئة كثيرة متتالية، لذلك نطلب منك تأكيد أنك صاحب الحساب.`,
        'افتح هذا الرابط في المتصفح الذي تريد تسجيل الدخول به.',
      ],
      steps: [{ label: 'استخدام هذا المتصفح', address: link.reveal() }],
      after: [
        'الرابط صالح لمدة 30 دقيقة ولمرة واحدة فقط. ولا يسجّل دخولك: سجّل الدخول بعده بكلمة المرور كالمعتاد.',
        'إذا لم تكن أنت من فعل ذلك، فلا داعي لأي إجراء: من دون الرابط لا يمكن لأحد تجربة كلمات مرور بمتصفح جديد.',
      ],
    }),
    verification: ({ link }, serviceName) => ({
      subject: 'أكّد بريدك الإلكتروني من جديد',
      before: [`قبل المتابعة بحسابك لدى ${serviceName}، يُرجى تأكيد أن هذا البريد الإلكتروني لا يزال بريدك.`],
      steps: [{ label: 'تأكيد هذا العنوان', address: link.reveal() }],
      after: ['الرابط صالح لمدة 24 ساعة.', 'إذا لم تكن أنت من فعل ذلك، فلا داعي لأي إجراء.'],
    }),
    'password-changed': ({ recoverAddress }, serviceName) => ({
      subject: 'تم تغيير كلمة المرور',
      before: [
        `تم تغيير كلمة المرور لحسابك لدى ${serviceName}. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء. تبقى مفاتيح مرورك، إلا ما تخبرك به رسالة أخرى. راجعها في صفحة مفاتيح المرور.`,
        WAS_NOT_ME,
      ],
      steps: [{ label: 'لست أنا من فعل ذلك: اختيار كلمة مرور جديدة', address: recoverAddress }],
      after: [],
    }),
    'new-device': ({ browser, system, at, isLast, recoverAddress }, serviceName) => ({
      subject: 'تسجيل دخول جديد إلى حسابك',
      before: [
        `سجّل شخص ما الدخول إلى حسابك لدى ${serviceName} بمتصفح لم نره من قبل: ${browser} على ${system}، بتاريخ ${momentWords(LOCALE, at)}. إذا كنت أنت من فعل ذلك، فلا داعي لأي إجراء.`,
        WAS_NOT_ME,
        ...(isLast === true ? [MORE_SIGN_INS] : []),
      ],
      steps: [{ label: 'لست أنا من فعل ذلك: اختيار كلمة مرور جديدة', address: recoverAddress }],
      after: [],
    }),
    'was-not-me': ({ link }, serviceName) => ({
      subject: 'حسابك مقفل إلى أن تختار كلمة مرور جديدة',
      before: [
        `أخبرتنا أن شخصًا آخر كان في حسابك لدى ${serviceName}. سُجّل الآن خروج الجميع. لم تعد كلمة المرور تعمل، وأُزيلت كل مفاتيح المرور.`,
        'افتح هذا الرابط واختر كلمة مرور لا تستخدمها في مكان آخر. عندئذ يُفتح حسابك من جديد.',
      ],
      steps: [{ label: 'اختيار كلمة مرور جديدة', address: link.reveal() }],
      after: [
        'يعمل الرابط لمدة 30 دقيقة ومرة واحدة فقط. بعد ذلك اطلب رابطًا آخر في صفحة كلمة المرور المنسية.',
        'إذا لم تكن أنت من فعل ذلك، فقد كان شخص آخر مسجّل الدخول إلى حسابك: استخدم الرابط في هذه الحالة أيضًا.',
      ],
    }),
  },
}
