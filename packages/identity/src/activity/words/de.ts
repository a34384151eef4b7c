import { type Html, html } from '../../platform/html.ts'
import type { ActivityWords } from './en.ts'

/** What happened with the account, and what to do about it, in German. */
export const de: ActivityWords = {
  nav: 'Aktivität',
  glance: { title: 'Was zuletzt geschah', all: 'Alle Aktivität' },
  page: {
    title: 'Aktivität',
    lead: 'Was mit Ihrem Konto geschehen ist, das Neueste zuerst. Wenn Sie etwas finden, das Sie nicht getan haben, sagen Sie es uns.',
    none: 'Bisher ist nichts geschehen.',
    older: 'Ältere Aktivität',
    newest: 'Neueste Aktivität',
    wasNotMe: 'Etwas davon war ich nicht',
    address: 'Netzwerkadresse',
    unknownProgram: 'einem Dienst, den es nicht mehr gibt',
  },
  wasNotMe: {
    title: 'War jemand anders in Ihrem Konto?',
    lead: 'Wenn Sie etwas aus Ihrer Aktivität nicht getan haben, melden Sie jetzt alle ab. Mit Ihrer E-Mail kommen Sie wieder in Ihr Konto.',
    effects: [
      'Alle werden hier und in allen Diensten abgemeldet, auch Sie.',
      'Ihr Passwort gilt sofort nicht mehr.',
      'Ihre Passkeys werden entfernt. Sie können sie wieder hinzufügen.',
      'Ihre Apps für Codes bleiben, außer denen, die in den letzten 3\u00a0Tagen allein mit dem Passwort hinzugefügt wurden. Wenn Sie sie verloren haben, sagen Sie es beim Anmelden.',
    ],
    mail: (email: Html) => html`Wir senden einen Link an ${email}. Damit wählen Sie ein neues Passwort.`,
    button: 'Alle abmelden',
    back: 'Nichts ändern',
  },
  locked: {
    title: 'Alle wurden abgemeldet',
    next: (email: Html) =>
      html`Niemand ist mehr in Ihrem Konto angemeldet. Wir haben einen Link an ${email} gesendet: Öffnen Sie ihn und wählen Sie ein neues Passwort.`,
    lifetime: 'Der Link gilt 30\u00a0Minuten. Danach fordern Sie einen neuen an.',
    again: 'Neuen Link anfordern',
  },
}
