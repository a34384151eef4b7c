import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { AccessWords } from './en.ts'

const browsers = plural('de', { one: '# Browser', other: '# Browsern' })

/** Sessions and programs, in German. */
export const de: AccessWords = {
  holds: {
    sessions: { less: plural('de', { one: '# Sitzung endet', other: '# Sitzungen enden' }) },
    grants: {
      less: plural('de', { one: 'der Zugang zu # Dienst endet', other: 'der Zugang zu # Diensten endet' }),
    },
    connections: {
      less: plural('de', {
        one: 'was # Dienst erlaubt war, wird vergessen',
        other: 'was # Diensten erlaubt war, wird vergessen',
      }),
    },
  },
  events: {
    signedOut: () => html`Abgemeldet`,
    sessionEnded: () => html`Eine Sitzung wurde beendet`,
    otherSessionsEnded: () => html`Alle anderen Sitzungen wurden beendet`,
    sessionsEndedByPassword: () =>
      html`Alle anderen Sitzungen wurden beendet, weil das Passwort geändert wurde`,
    sessionDisplaced: () => html`Abgemeldet, weil sich jemand anders mit demselben Browser angemeldet hat`,
    programEntered: (program: Html) => html`Angemeldet bei ${program}`,
  },
  findings: {
    'program-disabled': {
      found: (program) => html`Der verbundene Dienst ${program} ist abgeschaltet: Niemand kommt hinein.`,
      mayDo: (command) => html`Den Grund nachsehen: ${command}`,
      closed: (program) => html`${program} ist zurzeit für alle geschlossen.`,
      others: 'An Ihrem Konto hat sich nichts geändert, und Ihre anderen Dienste funktionieren.',
    },
    'signed-in': {
      found: (count, at) => html`Das Konto ist in ${browsers(count)} angemeldet, zuletzt verwendet am ${at}.`,
      tell: (count) => `Sie sind in ${browsers(count)} angemeldet.`,
      somebody: (count) => `Im Konto ist jemand in ${browsers(count)} angemeldet.`,
      notYours:
        'Wenn Sie das nicht sind, öffnen Sie die Seite „Wo Sie angemeldet sind“, drücken Sie „Alle anderen Sitzungen beenden“, und ändern Sie Ihr Passwort.',
    },
    'signed-in-nowhere': {
      found: 'Die Person ist jetzt nirgends angemeldet.',
      tell: 'Sie sind zurzeit nirgends angemeldet.',
      again: 'Melden Sie sich neu an.',
    },
  },
}
