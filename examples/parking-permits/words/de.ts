import type { Words } from './en.ts'

/** All words in German. */
export const de: Words = {
  ownName: 'Deutsch',
  direction: 'ltr',
  page: {
    town: 'Stadt Beispiel',
    title: 'Parkausweise',
    description: 'Beantragen Sie einen Parkausweis, und verfolgen Sie den Stand Ihres Antrags.',
    skip: 'Zum Inhalt springen',
    signedInAs: 'Angemeldet als',
    account: 'Zentrales Konto',
    signOut: 'Abmelden',
    openAccount: 'Zentrales Konto öffnen',
    noScript: 'Diese Seite braucht JavaScript, um Sie anzumelden.',
    starting: 'Einen Moment…',
    lead: 'Beantragen Sie einen Parkausweis für Ihre Straße, und sehen Sie hier, ob er bewilligt ist.',
    signIn: 'Anmelden',
    createAccount: 'Konto anlegen',
    signInHint:
      'Sie melden sich mit Ihrem zentralen Konto an. Es ist ein Konto für alle öffentlichen Dienste.',
    oldSummary: 'Ich habe schon ein Parkkonto mit eigenem Passwort',
    oldTitle: 'Mein altes Konto verbinden',
    oldLead:
      'Melden Sie sich einmal mit Ihrem alten Passwort an. Verbinden Sie dann das Konto. Ihre Parkausweise bleiben hier, und das alte Passwort gilt nicht mehr.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    oldSignIn: 'Mit dem alten Passwort anmelden',
    connectTitle: 'Dieses Konto verbinden',
    connectLead:
      'Sie sind mit einem alten Passwort angemeldet. Verbinden Sie dieses Konto mit Ihrem zentralen Konto. Ihre Parkausweise bleiben hier, und das alte Passwort gilt nicht mehr.',
    connect: 'Mit meinem zentralen Konto verbinden',
    permitsTitle: 'Ihre Parkausweise',
    noPermits: 'Sie haben noch keinen Parkausweis. Beantragen Sie unten Ihren ersten.',
    applyTitle: 'Parkausweis beantragen',
    plate: 'Kennzeichen',
    zone: 'Zone',
    apply: 'Beantragen',
    devicesTitle: 'Ihre Geräte',
    devicesLead: 'Auf diesen Geräten sind Sie bei den Parkausweisen angemeldet.',
    officerTitle: 'Anträge, die auf eine Entscheidung warten',
    noApplications: 'Es warten keine Anträge.',
    languages: 'Sprache',
    foot: 'Dies ist ein Beispielprogramm. Sie melden sich mit Ihrem zentralen Konto an, und dieses Programm erhält Ihr Passwort nicht.',
  },
  app: {
    locale: 'de-DE',
    named: '{name}: {about}',
    application: '{plate}, {applicant}',
    zones: {
      'old-town': 'Altstadt',
      harbour: 'Hafen',
      'castle-hill': 'Schlossberg',
      'station-quarter': 'Bahnhofsviertel',
    },
    statuses: { applied: 'Beantragt', granted: 'Bewilligt', refused: 'Abgelehnt' },
    applied: 'Sie haben einen Parkausweis für {plate} beantragt.',
    grant: 'Bewilligen',
    refuse: 'Ablehnen',
    download: 'Herunterladen',
    noFile:
      'Die Datei kann im Moment nicht heruntergeladen werden. Bitte versuchen Sie es gleich noch einmal.',
    device: '{browser} unter {system}',
    unknownBrowser: 'Unbekannter Browser',
    thisDevice: 'Dieses Gerät',
    since: 'seit dem {date}',
    tryAgain: 'Noch einmal versuchen',
    signIn: 'Anmelden',
    connectOld: 'Mein altes Konto verbinden',
    signInCentrally: 'Mit dem zentralen Konto anmelden',
    signedOut: 'Sie sind abgemeldet.',
    signedOutHere:
      'Sie sind hier abgemeldet. Melden Sie sich an einem gemeinsam benutzten Computer auch von Ihrem zentralen Konto ab.',
    offline:
      'Sie scheinen keine Verbindung zum Internet zu haben. Nichts ist verloren. Machen Sie weiter, wenn Sie wieder verbunden sind.',
    problems: {
      invalid_fields: 'Es wurde nichts gesendet. Bitte korrigieren Sie zuerst:',
      wrong_password:
        'E-Mail-Adresse oder Passwort ist falsch. Wenn Sie dieses Konto verbunden haben, melden Sie sich mit Ihrem zentralen Konto an.',
      not_an_officer: 'Das dürfen nur Personen, die über Parkausweise entscheiden.',
      own_application: 'Über Ihren eigenen Antrag können Sie nicht entscheiden.',
      already_applied: 'Für dieses Auto haben Sie in dieser Zone schon einen Parkausweis beantragt.',
      already_decided: 'Über diesen Antrag wurde schon entschieden.',
      throttled: 'Zu viele Versuche. Bitte warten Sie {time}.',
      failed: 'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
      unavailable:
        'Das ist im Moment nicht verfügbar. Nichts wurde geändert. Bitte versuchen Sie es gleich noch einmal.',
    },
    fields: {
      email: {
        missing: 'Geben Sie Ihre E-Mail-Adresse ein',
        wrong: 'Geben Sie eine E-Mail-Adresse in der Form name@example.com ein',
      },
      password: {
        missing: 'Geben Sie Ihr altes Passwort ein',
        wrong: 'Geben Sie ein Passwort mit höchstens 256 Zeichen ein',
      },
      plate: {
        missing: 'Geben Sie Ihr Kennzeichen ein',
        wrong:
          'Geben Sie ein Kennzeichen aus 2 bis 12 Buchstaben von A bis Z und Ziffern ein, mit mindestens einer Ziffer',
      },
      zone: { missing: 'Wählen Sie eine Zone', wrong: 'Wählen Sie eine Zone aus der Liste' },
    },
    sso: {
      cancelled: 'Sie haben die Anmeldung nicht abgeschlossen.',
      existing_account:
        'Sie haben hier schon ein Konto. Melden Sie sich einmal mit dem alten Passwort an, und verbinden Sie es dann mit Ihrem zentralen Konto.',
      unavailable: 'Die Anmeldung ist im Moment nicht verfügbar. Nichts wurde geändert.',
      flow_not_found:
        'Diese Anmeldung wurde in einem anderen Browser begonnen, oder sie hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
      handoff_refused:
        'Diese Anmeldung konnte nicht abgeschlossen werden. Bitte melden Sie sich noch einmal an.',
      offline:
        'Wir können Ihre Anmeldung im Moment nicht prüfen. Sie sind weiterhin angemeldet. Wir versuchen es von selbst noch einmal.',
      session_ended:
        'Sie sind hier abgemeldet, weil diese Anmeldung bei Ihrem zentralen Konto beendet wurde. Das geschieht zum Beispiel, wenn Sie sich dort abmelden, die Verbindung mit diesem Programm trennen oder Ihr Passwort ändern. Ihre Parkausweise bleiben erhalten. Melden Sie sich wieder an, um fortzufahren.',
      session_expired:
        'Sie sind hier abgemeldet, weil diese Anmeldung beendet wurde oder zu alt ist. Ihre Parkausweise bleiben erhalten. Melden Sie sich wieder an, um fortzufahren.',
      storage_blocked:
        'Dieser Browser lässt nicht zu, dass diese Seite etwas speichert. Ohne das können Sie sich nicht anmelden. Erlauben Sie es für diese Seite, und laden Sie die Seite neu.',
      sso_disabled: 'Die Anmeldung ist hier ausgeschaltet. Bitte kommen Sie später wieder.',
    },
    refusedConnection: {
      'central-account-taken':
        'Ihr zentrales Konto ist schon mit einem anderen Parkkonto verbunden. Darum kann dieses alte Konto nicht damit verbunden werden. Nichts wurde geändert, und Sie sind weiterhin beim alten Konto angemeldet. Um das andere zu benutzen, melden Sie sich mit Ihrem zentralen Konto an.',
      'old-account-taken':
        'Ihre alte Anmeldung ist zu Ende, wahrscheinlich weil dieses Konto inzwischen mit einem zentralen Konto verbunden wurde. Diesmal wurde nichts geändert. Melden Sie sich mit diesem zentralen Konto an.',
      unknown:
        'Diese beiden Konten können nicht verbunden werden. Nichts wurde geändert. Melden Sie sich mit Ihrem zentralen Konto an, um zu sehen, mit welchem Parkkonto es verbunden ist.',
    },
  },
  file: {
    title: 'Stadt Beispiel: Parkausweis',
    plate: 'Kennzeichen: {value}',
    zone: 'Zone: {value}',
    granted: 'Bewilligt: {value}',
    permit: 'Nummer des Parkausweises: {value}',
  },
}
