import { html, plural } from '@portico/identity/parts'
import type { AuditWords } from './en.ts'

/** The words of the page of the audit in German. */
export const de: AuditWords = {
  title: 'Protokoll',
  event: 'Ereignis',
  operator: 'Wer es getan hat',
  address: 'Netzadresse',
  client: 'Dienst',
  request: 'Nummer einer Seite',
  any: 'beliebig',
  button: 'Zeigen',
  none: 'Solche Ereignisse gibt es nicht.',
  unknownEvent: (name) => `Diese Version schreibt kein Ereignis mit dem Namen ${name}.`,
  meantEvent: (name) => `Meinten Sie ${name}?`,
  wrong: 'Das kann in keinem Ereignis stehen. Bitte berichtigen.',
  all: 'Alle Ereignisse',
  stopped: 'Die Suche dauerte zu lange. Durchgesehen sind die Ereignisse zurück bis',
  citizen: 'Konto',
  citizenHint: 'Die Kennung. Suchen Sie die Person, öffnen Sie das Konto, und gehen Sie von dort weiter.',
  since: 'Von',
  until: 'Bis',
  timeHint: (zone) => `2026-03-01 oder 2026-03-01 14:05. In ${zone}.`,
  wholeHint: 'Ein Tag, eine Minute oder eine Sekunde zählt ganz.',
  noTime: 'Das ist keine Zeit. Schreiben Sie 2026-03-01 oder 2026-03-01 14:05.',
  reversed: 'Das Ende muss später sein als der Anfang.',
  noSubject:
    'Hier steht nur eine Kennung, keine Adresse und kein Name. Suchen Sie die Person, öffnen Sie das Konto, und gehen Sie von dort weiter.',
  noPage: 'Diese Adresse führt zu keiner Seite des Protokolls. Beginnen Sie mit den neuesten Ereignissen.',
  covered:
    'Netze und eingegebene Gründe sind verdeckt. Wenn Sie das Konto aufdecken, stehen sie fünf Minuten lang auch hier.',
  uncoverFirst:
    'Die Netze dieses Kontos sind verdeckt, und was sich mit einem findet, würde sie verraten. Decken Sie zuerst das Konto auf.',
  nobodys:
    'Ohne Anmeldung ist kein Konto zu sehen: Wen ein Ereignis betrifft, sein Netz und eingegebene Gründe sind verdeckt.',
  ofAccount: 'Alle seine Ereignisse im Protokoll',
  older: 'Ältere Ereignisse',
  newest: 'Neueste Ereignisse',
  chain: {
    title: 'Die Kette der Siegel',
    nothing:
      'Nichts ist versiegelt. Der Dienst versiegelt das Protokoll jede Minute, solange er läuft, aber nicht, wenn mehrere PostgreSQL-Server eine Datenbank sind.',
    late: 'Seit mehr als 15 Minuten sind Ereignisse nicht versiegelt. Der Dienst läuft nicht, oder eine Transaktion ist so lange offen. portico doctor sagt mehr.',
    gap: 'Ein Tag hat Ereignisse und kein Siegel. Vergleichen Sie das Protokoll auf der Maschine des Dienstes.',
    sealed: 'Versiegelt',
    all: 'alle Ereignisse',
    allSinceFirst: 'alle Ereignisse seit dem ersten Siegel',
    before: (at) => html`alle Ereignisse vor ${at}`,
    last: 'Letztes Siegel',
    closed: 'Letzter abgeschlossener Tag (UTC)',
    noDay: 'noch keiner',
    hash: 'Hash seines letzten Siegels',
    sent: 'Wohin er ging',
    log: 'nach Mitternacht ins Log jedes Prozesses',
    by: (way) => html`per ${way}`,
    notBy: (way) => html`noch nicht per ${way}`,
    neverBy: (way) => html`nicht per ${way}: dorthin gehen die späterer Tage`,
    attempts: plural('de', { one: '# Versuch ist fehlgeschlagen', other: '# Versuche sind fehlgeschlagen' }),
    missing: 'Tage mit Ereignissen und ohne Siegel',
    noneSince: (day) => html`keine seit ${day}`,
    notLooked: 'noch nicht durchgesehen',
    walking: 'Ereignisse aus der Zeit vor dem ersten Siegel werden noch versiegelt.',
    behind: (day, at) =>
      html`Ereignisse vom ${day} nach ${at} sind mit dem nächsten Tag versiegelt. Dieser Hash deckt sie nicht, erst der des nächsten Tages.`,
    today:
      'Was heute geschieht, ist binnen einer Minute versiegelt. Der Hash von heute geht nach Mitternacht (UTC) hinaus.',
    verify: 'Diese Seite vergleicht keinen Hash. Auf der Maschine des Dienstes:',
  },
}
