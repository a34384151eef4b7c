import { type Html, html } from '../../platform/html.ts'
import type { Translations } from '../../platform/languages.ts'

/** What became of a letter, for a supporter. */
interface HandOverWords {
  readonly taken: string
  readonly waits: string
  readonly refused: string
  readonly refusedWith: (answer: Html) => Html
}

/** Whether the mail server has taken a letter, in each language. */
export const HAND_OVER: Translations<HandOverWords> = {
  en: {
    taken: 'The mail server has taken the email.',
    waits: 'The email waits to be sent.',
    refused: 'The mail server of this address refused the email for good.',
    refusedWith: (answer) => html`The mail server of this address refused the email for good (${answer}).`,
  },
  es: {
    taken: 'El servidor de correo ha aceptado el mensaje.',
    waits: 'El mensaje espera a ser enviado.',
    refused: 'El servidor de correo de esta dirección rechazó el mensaje definitivamente.',
    refusedWith: (answer) =>
      html`El servidor de correo de esta dirección rechazó el mensaje definitivamente (${answer}).`,
  },
  fr: {
    taken: 'Le serveur de messagerie a accepté l’e-mail.',
    waits: 'L’e-mail attend d’être envoyé.',
    refused: 'Le serveur de messagerie de cette adresse a refusé l’e-mail définitivement.',
    refusedWith: (answer) =>
      html`Le serveur de messagerie de cette adresse a refusé l’e-mail définitivement (${answer}).`,
  },
  de: {
    taken: 'Der Mailserver hat die E-Mail angenommen.',
    waits: 'Die E-Mail wartet darauf, gesendet zu werden.',
    refused: 'Der Mailserver dieser Adresse hat die E-Mail endgültig abgelehnt.',
    refusedWith: (answer) =>
      html`Der Mailserver dieser Adresse hat die E-Mail endgültig abgelehnt (${answer}).`,
  },
  ar: {
    taken: 'قبل خادم البريد الرسالة.',
    waits: 'الرسالة في انتظار إرسالها.',
    refused: 'رفض خادم البريد لهذا العنوان الرسالة نهائيًا.',
    refusedWith: (answer) => html`رفض خادم البريد لهذا العنوان الرسالة نهائيًا (${answer}).`,
  },
  'zh-Hans': {
    taken: '邮件服务器已接收邮件。',
    waits: '邮件正在等待发送。',
    refused: '此邮箱的邮件服务器永久拒收了邮件。',
    refusedWith: (answer) => html`此邮箱的邮件服务器永久拒收了邮件（${answer}）。`,
  },
}
