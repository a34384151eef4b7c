import { html, plural } from '@portico/identity/parts'
import { de as audit } from './audit/de.ts'
import type { ConsoleWords } from './en.ts'
import { de as lists } from './lists/de.ts'

const looks = plural('de', { one: '# Mal nachgesehen', other: '# Mal nachgesehen' })

/** The words of the console in German. */
export const de: ConsoleWords = {
  title: 'Konsole',
  toConsole: 'Zur Konsole',
  notFound: 'Prüfen Sie, ob die Adresse vollständig ist, oder beginnen Sie auf der ersten Seite der Konsole.',
  mark: 'Für alle, die diesen Dienst betreiben. Bürgerinnen und Bürger sehen diese Seiten nicht.',
  nav: { label: 'Seiten der Konsole', signedInAs: 'Angemeldet als', signOut: 'Abmelden' },
  places: {
    search: 'Suche',
    today: 'Heute',
    act: 'Was Sie tun können',
    order: 'Was Sie tun können',
    waiting: 'Wartend',
    citizen: 'Konto',
    audit: 'Protokoll',
    limits: 'Grenzen',
    letters: 'E-Mails',
    programs: 'Dienste',
    program: 'Dienst',
    keys: 'Schlüssel',
    operators: 'Betreuung',
    settings: 'Einstellungen',
  },
  roles: {
    reader: 'Lesen',
    support: 'Unterstützung',
    security: 'Sicherheit',
    administrator: 'Verwaltung',
  },
  signIn: {
    title: 'Sie sind nicht angemeldet',
    need: 'Hier melden Sie sich mit einem Passkey an, oder mit Passwort und dem Code einer App. Fügen Sie einen davon in Ihrem Konto auf der Seite „Anmeldung“ hinzu, melden Sie sich dort ab und hier neu an. Die Verwaltung bestätigt das einmal, indem sie Sie noch einmal hinzufügt.',
    again: 'Neu anmelden',
  },
  breakGlass: {
    title: 'Ohne Anmeldung hinein',
    lead: 'Wenn sich niemand anmelden kann, erzeugt auf der Maschine des Dienstes jemand einen Code: portico operator break-glass. Er gilt ein einziges Mal.',
    label: 'Code',
    hint: 'Wie er ausgegeben wurde. Bindestriche und Großbuchstaben sind gleichgültig.',
    button: 'Öffnen',
    wrong:
      'Dieser Code öffnet nichts. Er gilt ein einziges Mal und nur eine Stunde lang; erzeugen Sie auf der Maschine einen neuen.',
    open: 'Ohne Anmeldung ist die Konsole offen bis',
    for: 'für',
    means: 'Sie zeigt dann kein Konto und ändert nichts, und alle haben es erfahren.',
  },
  fromElsewhere: {
    title: 'Ein Link hat Sie hierher geführt',
    lead: 'Ein Link einer anderen Seite führt hierher. Wer die Seite eines Kontos öffnet, hat nachgesehen, und im Konto steht es. Gehen Sie weiter, wenn Sie das wollten.',
    open: 'Weiter',
  },
  search: {
    title: 'Warum komme ich nicht hinein?',
    lead: 'Ein Feld für alle, die anrufen.',
    label: 'Adresse, Kennung, Dienst oder Nummer',
    hint: 'Die E-Mail-Adresse, die jemand hat oder hatte, der ganze Name oder die Telefonnummer, die Kennung des Kontos, der Name oder die Kennung eines Dienstes oder die Nummer am Fuß einer Seite.',
    button: 'Nachsehen',
    empty: 'Geben Sie ein, was man Ihnen sagt.',
    gone: 'Diese Suche ist in diesem Browser nicht mehr gespeichert. Geben Sie sie noch einmal ein.',
  },
  today: {
    title: 'Die letzten 24 Stunden',
    lead: 'Ereignisse des Protokolls, nach Stunden, und Seiten, die eine Grenze abgewiesen hat: von einer Flut behält jeder Prozess des Dienstes zwei in der Sekunde. Anfragen von Diensten über einer Grenze zählt nur die Metrik portico_limit_refusals_total.',
    hour: 'Stunde',
    counted: {
      signIns: 'Anmeldungen',
      failures: 'Fehlgeschlagen',
      slowed: 'Gebremst',
      registrations: 'Neue Konten',
      letters: 'Verlangte E-Mails',
      givenUp: 'Aufgegebene E-Mails',
      limited: 'Von einer Grenze abgewiesen',
    },
    most: 'höchstens in einer Stunde',
    about:
      'Diese Zahl ist aus einem Teil der Ereignisse berechnet, weil es zu viele waren, um jedes zu zählen. Wo in derselben Stunde Personen aus einem anderen System übernommen wurden, kann sie viel zu niedrig sein.',
  },
  verdict: {
    title: 'Was bekannt ist',
    findings: 'Was Sie sagen, und was hilft',
    mayDo: 'Das hilft:',
    onlyMay: {
      security: (act, names) => `${act} – das darf nur die Sicherheit${names}. Geben Sie es weiter.`,
      administrator: (act, names) => `${act} – das darf nur die Verwaltung${names}. Geben Sie es weiter.`,
    },
    handOver: {
      security: (names) => `Soll sich das ändern, entscheidet die Sicherheit${names}: Geben Sie es weiter.`,
      machine: 'Das geschieht auf der Maschine des Dienstes: Geben Sie denen Bescheid, die ihn betreiben.',
    },
    tell: 'Sagen Sie:',
    tellOwner: 'Sagen Sie nur, wenn Sie die Person erkannt haben:',
    also: (count) => `Außerdem bekannt: ${count}`,
    covered:
      'Der Grund ist verdeckt. Um ihn zu lesen, decken Sie auf der Seite des Kontos die persönlichen Daten auf.',
    open: 'Konto öffnen',
    again: 'Nächster Anruf',
    weights: {
      stops: 'Hält die Person draußen',
      slows: 'Hält manche Versuche auf',
      waits: 'Noch nicht abgeschlossen',
      tells: 'Gut zu wissen',
    },
  },
  citizen: {
    title: 'Ein Konto',
    none: 'Es gibt kein Konto mit dieser Kennung.',
    masked:
      'Persönliche Daten sind verdeckt, bis Sie sagen, wozu Sie sie brauchen. Im Konto steht auf der Seite „Aktivität“, dass jemand nachgesehen hat.',
    subject: 'Kennung des Kontos',
    standing: 'Zustand',
    standings: { active: 'offen', suspended: 'gesperrt', closed: 'geschlossen' },
    name: 'Name',
    email: 'E-Mail-Adresse',
    verified: 'bestätigt',
    unverified: 'nicht bestätigt',
    phone: 'Telefonnummer',
    language: 'Sprache',
    made: 'Angelegt',
    nothing: 'keine Angabe',
    sessions: 'Angemeldet',
    noSessions: 'Nirgends angemeldet.',
    browser: 'Browser',
    lastSeen: 'Zuletzt verwendet',
    network: 'Netz',
    programs: 'Dienste',
    story: 'Was geschehen ist',
    noStory: 'Nichts ist verzeichnet.',
    looks,
    between: (from, to) => html`zwischen ${from} und ${to}`,
    reveal: {
      title: 'Persönliche Daten aufdecken',
      button: 'Aufdecken',
      done: 'Auf dieser Seite sind die Daten aufgedeckt. Ihr Grund steht im Protokoll.',
    },
  },
  why: {
    reason: 'Grund',
    reasonHint: 'Eine Zeile. Sie steht im Protokoll.',
    ticket: 'Nummer des Tickets',
    reasonMissing: 'Sagen Sie in einer Zeile von höchstens 400 Zeichen, warum.',
    ticketMissing: 'Geben Sie die Nummer des Tickets an: bis zu 60 Buchstaben, Ziffern und Zeichen.',
  },
  act: {
    title: 'Was Sie tun können',
    ownAccount:
      'Das ist Ihr eigenes Konto. Jemand anders tut es, oder Sie selbst auf den Seiten Ihres Kontos.',
    accountOfOperator: 'Diese Person hat Zugang zur Konsole. Nur die Rolle Verwaltung darf hier etwas tun.',
    nothing: 'Nichts hätte jetzt eine Wirkung.',
    others: 'Weiteres, das jetzt nichts bewirken würde',
    lead: 'Zuerst erfahren Sie, was geschehen würde. Nichts ändert sich, bevor Sie Ja dazu sagen.',
    tell: 'Zeigen, was geschehen würde',
    back: 'Zurück',
    optional: 'kann leer bleiben',
    missing: 'Das wird gebraucht.',
    unknown: 'Das gibt es nicht.',
    underWay:
      'Der Dienst hat auf Ihren letzten Auftrag noch nicht geantwortet. Warten Sie darauf, und versuchen Sie es dann noch einmal.',
    told: 'Das würde geschehen. Noch ist nichts geändert.',
    fresh:
      'Wer es tut, hat in den letzten fünf Minuten bewiesen, wer er ist. Sonst werden Sie zuerst danach gefragt und kommen dann hierher zurück.',
    proven: 'Sie haben bewiesen, wer Sie sind. Drücken Sie, um es auszuführen.',
    doIt: 'Ausführen',
    done: 'Der Dienst sagt:',
    change: 'Eingabe ändern',
    refused: 'Es wurde nicht ausgeführt. Der Dienst sagt:',
    waits:
      'Der Dienst hat noch nicht geantwortet. Er führt Aufträge aus, wenn seine Einstellung PORTICO_ORDERS_FROM diese Konsole nennt.',
    again: 'Noch einmal nachsehen',
    over: 'Das ist länger als eine Stunde her. Geben Sie den Auftrag neu.',
    lost: 'Der Dienst wurde angehalten, während er das tat. Sehen Sie nach, was mit dem Konto geschehen ist, bevor Sie es noch einmal verlangen.',
  },
  waiting: {
    title: 'Was auf Zustimmung wartet',
    lead: 'Jeder Auftrag wartet eine Stunde auf jemand anderen als den, der ihn gegeben hat.',
    none: 'Nichts wartet.',
    number: 'Nummer',
    until: 'Bis',
    by: 'Verlangt von',
    act: 'Auftrag',
    consent: 'Einem Auftrag zustimmen',
    withdraw: 'Einen Auftrag zurückziehen',
    notes: {
      consent:
        'Der Auftrag, der wartet, wird ausgeführt: in Ihrem Namen und in dem dessen, der ihn gegeben hat.',
      withdraw: 'Der Auftrag, der wartet, wird nicht ausgeführt. Sonst ändert sich nichts.',
    },
  },
  actors: {
    citizen: 'Bürgerin oder Bürger',
    client: 'Dienst',
    operator: 'Betreuung',
    system: 'Der Dienst selbst',
    anonymous: 'Unbekannt',
  },
  table: { when: 'Wann', event: 'Ereignis', who: 'Wer', about: 'Worum es geht', address: 'Netzadresse' },
  audit,
  limits: {
    title: 'Ausgeschöpfte Grenzen',
    lead: 'Wer noch einmal anfragt, wird bis zum Ende abgewiesen. Von allen Zählern werden die 100.000 angesehen, die zuletzt enden; die einer eigenen Grenze eines Dienstes sind nicht dabei.',
    none: 'Keine Grenze ist ausgeschöpft.',
    limit: 'Grenze',
    per: { ip: 'je Netz', email: 'je E-Mail-Adresse', citizen: 'je Konto' },
    keys: 'Für wie viele',
    first: 'Erstes Ende',
    last: 'Letztes Ende',
    networks: 'Netze',
    covered: 'nicht gezeigt',
    redis:
      'Wenn der Dienst in Redis zählt, sind seine Zähler dort, und diese Seite hat die, die gezählt wurden, während Redis nicht antwortete.',
  },
  ...lists,
  refused: {
    title: 'Das dürfen Sie nicht sehen',
    'new-key':
      'Ihr Passkey oder Ihre App ist neuer als Ihr Platz in der Betreuung und könnte von jemand anderem sein. Wer Sie kennt und verwaltet, bestätigt ihn, indem er Sie mit gleichem Namen und gleicher Rolle noch einmal hinzufügt: portico operator add.',
    'no-operator':
      'Dieses Konto gehört nicht zur Betreuung. Wenn Sie dazugehören, lassen Sie sich von der Verwaltung eintragen.',
    role: 'Ihre Rolle reicht nicht bis zu dieser Seite. Der Versuch steht im Protokoll.',
    elsewhere:
      'Ihre Anmeldung entstand in einem anderen Browser oder einem anderen Netz und wurde beendet. Melden Sie sich hier neu an.',
    'break-glass':
      'Ohne Anmeldung sehen Sie, wie es dem Dienst geht, und kein Konto. Der Versuch steht im Protokoll.',
    'one-at-a-time':
      'Sie sehen gerade schon etwas nach. Warten Sie, bis es da ist, und versuchen Sie es noch einmal.',
    'too-many-looks':
      'Sie haben in einer Stunde so viele Konten angesehen, wie Sie dürfen. Das steht im Protokoll. Machen Sie später weiter, oder fragen Sie die Verwaltung.',
  },
}
