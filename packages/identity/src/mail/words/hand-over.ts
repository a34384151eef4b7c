import { type Html, html } from '../../platform/html.ts'
import type { Translations } from '../../platform/languages.ts'
import { plural } from '../../platform/plurals.ts'

/** What became of a letter, for a supporter. */
interface HandOverWords {
  readonly taken: string
  readonly waits: string
  readonly refused: string
  readonly refusedWith: (answer: Html) => Html
  readonly noMailbox: string
  readonly fullMailbox: string
  readonly putOff: (tries: number) => string
  /** Nothing tried to send it, because our own mail server took nothing, or no process sent. */
  readonly neverSent: string
  readonly tellNeverSent: string
  readonly givenUp: () => Html
}

/** Whether the mail server has taken a letter, in each language. */
export const HAND_OVER: Translations<HandOverWords> = {
  en: {
    taken: 'The mail server has taken the email.',
    waits: 'The email waits to be sent.',
    refused: 'The mail server of this address refused the email for good.',
    refusedWith: (answer) => html`The mail server of this address refused the email for good (${answer}).`,
    noMailbox: 'It mostly means that there is no such mailbox.',
    fullMailbox: 'It mostly means that the mailbox is full.',
    putOff: plural('en', {
      one: 'The email never arrived: the mail server put off # try, until the link had ended.',
      other: 'The email never arrived: the mail server put off # tries, until the link had ended.',
    }),
    neverSent: 'The email never left: it was not sent before the link had ended.',
    tellNeverSent: 'We could not send our email in time. Ask for a new one.',
    givenUp: () => html`An email was not sent: it was refused for good, or it became too old`,
  },
  es: {
    taken: 'El servidor de correo ha aceptado el mensaje.',
    waits: 'El mensaje espera a ser enviado.',
    refused: 'El servidor de correo de esta dirección rechazó el mensaje definitivamente.',
    refusedWith: (answer) =>
      html`El servidor de correo de esta dirección rechazó el mensaje definitivamente (${answer}).`,
    noMailbox: 'Suele significar que ese buzón no existe.',
    fullMailbox: 'Suele significar que el buzón está lleno.',
    putOff: plural('es', {
      one: 'El mensaje no llegó nunca: el servidor de correo aplazó # intento, hasta que el enlace dejó de valer.',
      many: 'El mensaje no llegó nunca: el servidor de correo aplazó # de intentos, hasta que el enlace dejó de valer.',
      other:
        'El mensaje no llegó nunca: el servidor de correo aplazó # intentos, hasta que el enlace dejó de valer.',
    }),
    neverSent: 'El mensaje no salió nunca: no se envió antes de que el enlace dejara de valer.',
    tellNeverSent: 'No pudimos enviar nuestro mensaje a tiempo. Pida uno nuevo.',
    givenUp: () => html`Un mensaje no se envió: se rechazó definitivamente o era demasiado antiguo`,
  },
  fr: {
    taken: 'Le serveur de messagerie a accepté l’e-mail.',
    waits: 'L’e-mail attend d’être envoyé.',
    refused: 'Le serveur de messagerie de cette adresse a refusé l’e-mail définitivement.',
    refusedWith: (answer) =>
      html`Le serveur de messagerie de cette adresse a refusé l’e-mail définitivement (${answer}).`,
    noMailbox: 'Cela veut dire le plus souvent que cette boîte n’existe pas.',
    fullMailbox: 'Cela veut dire le plus souvent que la boîte est pleine.',
    putOff: plural('fr', {
      one: 'L’e-mail n’est jamais arrivé\u00a0: le serveur de messagerie a remis à plus tard # essai, jusqu’à la fin du lien.',
      many: 'L’e-mail n’est jamais arrivé\u00a0: le serveur de messagerie a remis à plus tard # d’essais, jusqu’à la fin du lien.',
      other:
        'L’e-mail n’est jamais arrivé\u00a0: le serveur de messagerie a remis à plus tard # essais, jusqu’à la fin du lien.',
    }),
    neverSent: 'L’e-mail n’est jamais parti\u00a0: il n’a pas été envoyé avant la fin du lien.',
    tellNeverSent: 'Nous n’avons pas pu envoyer notre e-mail à temps. Demandez-en un nouveau.',
    givenUp: () =>
      html`Un e-mail n’a pas été envoyé\u00a0: il a été refusé définitivement, ou il était trop ancien`,
  },
  de: {
    taken: 'Der Mailserver hat die E-Mail angenommen.',
    waits: 'Die E-Mail wartet darauf, gesendet zu werden.',
    refused: 'Der Mailserver dieser Adresse hat die E-Mail endgültig abgelehnt.',
    refusedWith: (answer) =>
      html`Der Mailserver dieser Adresse hat die E-Mail endgültig abgelehnt (${answer}).`,
    noMailbox: 'Das heißt meistens, dass es dieses Postfach nicht gibt.',
    fullMailbox: 'Das heißt meistens, dass das Postfach voll ist.',
    putOff: plural('de', {
      one: 'Die E-Mail ist nie angekommen: Der Mailserver hat # Versuch aufgeschoben, bis der Link abgelaufen war.',
      other:
        'Die E-Mail ist nie angekommen: Der Mailserver hat # Versuche aufgeschoben, bis der Link abgelaufen war.',
    }),
    neverSent: 'Die E-Mail ging nie hinaus: Sie wurde nicht gesendet, bevor der Link abgelaufen war.',
    tellNeverSent: 'Wir konnten unsere E-Mail nicht rechtzeitig senden. Fordern Sie eine neue an.',
    givenUp: () => html`Eine E-Mail wurde nicht gesendet, weil sie endgültig abgelehnt wurde oder zu alt war`,
  },
  ar: {
    taken: 'قبل خادم البريد الرسالة.',
    waits: 'الرسالة في انتظار إرسالها.',
    refused: 'رفض خادم البريد لهذا العنوان الرسالة نهائيًا.',
    refusedWith: (answer) => html`رفض خادم البريد لهذا العنوان الرسالة نهائيًا (${answer}).`,
    noMailbox: 'يعني هذا غالبًا أن صندوق البريد هذا غير موجود.',
    fullMailbox: 'يعني هذا غالبًا أن صندوق البريد ممتلئ.',
    putOff: plural('ar', {
      zero: 'لم تصل الرسالة قط: انتهى الرابط قبل أن يقبلها خادم البريد (المحاولات المؤجلة: #).',
      one: 'لم تصل الرسالة قط: أجّل خادم البريد محاولة واحدة حتى انتهى الرابط.',
      two: 'لم تصل الرسالة قط: أجّل خادم البريد محاولتين حتى انتهى الرابط.',
      few: 'لم تصل الرسالة قط: أجّل خادم البريد # محاولات حتى انتهى الرابط.',
      many: 'لم تصل الرسالة قط: أجّل خادم البريد # محاولة حتى انتهى الرابط.',
      other: 'لم تصل الرسالة قط: أجّل خادم البريد # محاولة حتى انتهى الرابط.',
    }),
    neverSent: 'لم تخرج الرسالة قط: لم تُرسل قبل انتهاء الرابط.',
    tellNeverSent: 'لم نتمكن من إرسال رسالتنا في الوقت المناسب. اطلب رسالة جديدة.',
    givenUp: () => html`لم تُرسل رسالة: رُفضت نهائيًا أو صارت قديمة جدًا`,
  },
  'zh-Hans': {
    taken: '邮件服务器已接收邮件。',
    waits: '邮件正在等待发送。',
    refused: '此邮箱的邮件服务器永久拒收了邮件。',
    refusedWith: (answer) => html`此邮箱的邮件服务器永久拒收了邮件（${answer}）。`,
    noMailbox: '这通常表示该邮箱不存在。',
    fullMailbox: '这通常表示该邮箱已满。',
    putOff: plural('zh', { other: '邮件从未送达：邮件服务器推迟了 # 次发送，直到链接失效。' }),
    neverSent: '邮件从未发出：在链接失效之前没有发送。',
    tellNeverSent: '我们未能及时发送邮件。请重新申请一封。',
    givenUp: () => html`一封邮件没有发送：被最终拒收，或已过期`,
  },
}
