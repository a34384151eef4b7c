import { html } from '@portico/identity/parts'
import type { OrderWords } from './en.ts'

/** What the service answers to orders, in German. */
export const de: OrderWords = {
  tells: {
    letter: (subject, to) => html`die E-Mail ${subject} geht an ${to}`,
    noLetter: 'es geht keine E-Mail hinaus',
    needsConsent: 'Bevor etwas geschieht, muss noch jemand anders zustimmen.',
    unchanged: 'Nichts würde sich ändern.',
    asked: (operator, at, act) => html`${operator} hat am ${at} verlangt: ${act}`,
    given: (name, value) => html`${name}: ${value}`,
    nowAlso: (what) => html`jetzt auch: ${what}`,
    noLonger: (what) => html`nicht mehr: ${what}`,
    waits: (number, until) =>
      html`Noch ist nichts geändert. Der Auftrag wartet als Nummer ${number} bis zum ${until}. Jemand anders stimmt auf der Seite Wartend zu.`,
    withdrawn: (number) => html`Der Auftrag ${number} ist zurückgezogen. Nichts wurde geändert.`,
  },
  refusals: {
    'unknown-citizen': 'Es gibt kein Konto mit dieser Kennung.',
    'account-closed': 'Dieses Konto ist für immer geschlossen und kann nicht geändert werden.',
    'bad-reason': 'Der Grund muss eine Zeile von 1 bis 500 Zeichen sein.',
    'unknown-act':
      'Kein Auftrag mit dieser Nummer wartet: Er wurde ausgeführt oder zurückgezogen, oder es gab ihn nie.',
    over: 'Dieser Auftrag hat länger als eine Stunde gewartet und ist vorbei. Geben Sie ihn neu.',
    'own-act': 'Sie haben diesen Auftrag selbst gegeben. Deshalb muss jemand anders zustimmen.',
    'other-asker':
      'Jemand anders hat diesen Auftrag gegeben. Nach einer Stunde ist er von selbst vorbei, wenn niemand zustimmt.',
    'no-operator': 'Nichts wurde geändert, weil Sie keinen Zugang zur Konsole mehr haben.',
    'no-such-act':
      'Nichts wurde geändert, weil die Konsole das nicht verlangen kann: Es geht nur auf dem Rechner des Dienstes.',
    role: 'Nichts wurde geändert, weil Ihre Rolle dafür nicht reicht.',
    'own-account':
      'Nichts wurde geändert, weil das Ihr eigenes Konto ist. Jemand anders tut es, oder Sie selbst auf den Seiten Ihres Kontos.',
    'account-of-operator':
      'Nichts wurde geändert, weil diese Person Zugang zur Konsole hat. Nur die Rolle Verwaltung darf das.',
    'too-many':
      'Nichts wurde geändert, weil Sie in einer Stunde so viel verlangt haben, wie eine Person darf. Machen Sie später weiter.',
    machine: 'Nichts wurde geändert, weil ein Programm weder zustimmt noch zurückzieht: Das tut eine Person.',
    'sign-in-too-old':
      'Nichts wurde geändert, weil Sie in den letzten fünf Minuten nicht bewiesen haben, wer Sie sind. Melden Sie sich neu an, und geben Sie den Auftrag noch einmal.',
    'bad-time': 'Das ist keine Zeit. Schreiben Sie 30d, 12h, 2026-03-01 oder 2026-03-01T12:00:00Z.',
    'time-over': 'Diese Zeit ist schon vorbei.',
    'time-too-far': 'Diese Zeit ist zu weit weg.',
    'bad-cause': 'Dieser Grund steht nicht in der Liste.',
    changed:
      'Nichts wurde geändert, weil jetzt etwas anderes geschehen würde, als Ihnen gesagt wurde. Geben Sie den Auftrag neu.',
    'nothing-to-do':
      'Nichts wurde geändert, weil nichts mehr zu tun ist. Der Auftrag wartet, bis seine Zeit vorbei ist oder bis er zurückgezogen wird.',
    'order-failed':
      'Der Dienst konnte das nicht tun und weiß nicht, wie weit er kam: Sehen Sie nach, was mit dem Konto geschehen ist, bevor Sie es noch einmal verlangen. Der Fehler steht im Log des Dienstes.',
  },
}
