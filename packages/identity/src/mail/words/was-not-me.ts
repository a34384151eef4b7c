import type { Translations } from '../../platform/languages.ts'

/** What letters say about something that may be the work of another person: what to do at once, and the button for it. */
export const WAS_NOT_ME: Translations<{ readonly sentence: string; readonly step: string }> = {
  en: {
    sentence: 'If this was not you, choose a new password at once. That signs everybody else out.',
    step: 'This was not me: choose a new password',
  },
  es: {
    sentence:
      'Si no ha sido usted, elija enseguida una contraseña nueva. Así se cierra la sesión de todos los demás.',
    step: 'No he sido yo: elegir una contraseña nueva',
  },
  fr: {
    sentence:
      'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe. Toutes les autres personnes sont alors déconnectées.',
    step: 'Ce n’est pas moi\u00a0: choisir un nouveau mot de passe',
  },
  de: {
    sentence:
      'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort. Damit werden alle anderen abgemeldet.',
    step: 'Das war ich nicht: neues Passwort wählen',
  },
  ar: {
    sentence: 'إذا لم تكن أنت من فعل ذلك، فاختر كلمة مرور جديدة فورًا. بذلك يُسجَّل خروج كل شخص آخر.',
    step: 'لست أنا من فعل ذلك: اختيار كلمة مرور جديدة',
  },
  'zh-Hans': {
    sentence: '如果不是您本人操作，请立即设置新密码。这样会让其他所有人退出登录。',
    step: '不是我本人操作：设置新密码',
  },
}
