import { html } from '../../platform/html.ts'
import type { ClientWords } from './en.ts'

/** Programs, in German. */
export const de: ClientWords = {
  findings: {
    'program-disabled': {
      found: (program, at) => html`Die Betreuung hat ${program} am ${at} abgeschaltet.`,
      reason: (reason) => html`Der Grund, den die Betreuung angab: „${reason}“.`,
      mayDo: (command) => html`Wer darüber entscheidet, schaltet ihn wieder ein mit: ${command}`,
      closed: (program) => html`${program} ist für alle geschlossen.`,
      others: 'An Ihrem Konto hat sich nichts geändert, und Ihre anderen Dienste funktionieren.',
    },
    'program-without-secret': {
      found: (program) =>
        html`${program} hat kein gültiges Secret: Der Dienst kann keine Anmeldung abschließen.`,
      mayDo: (command) => html`Wer den Dienst betreibt, braucht ein neues: ${command}`,
      tell: (program) =>
        html`${program} kann zurzeit niemanden anmelden. Das muss der Betreiber in Ordnung bringen.`,
    },
    'program-secret-refused': {
      found: (program, at) =>
        html`${program} kam am ${at} mit einem abgelaufenen Secret und hat seither keines verwendet, das gilt.`,
      mayDo: (command) => html`Wer den Dienst betreibt, trägt ein gültiges ein: ${command}`,
      tell: (program) =>
        html`${program} kann zurzeit niemanden anmelden. Das muss der Betreiber in Ordnung bringen.`,
    },
    'program-secret-never-right': {
      found: (program, at) =>
        html`Am ${at} kam jemand als ${program} mit einem Secret, das dieser Dienst nicht hat, und noch nie wurde eines seiner Secrets verwendet.`,
      mayDo: (command) => html`Wer den Dienst betreibt, braucht ein neues: ${command}`,
      tell: (program) =>
        html`${program} hat bisher niemanden angemeldet. Das muss der Betreiber in Ordnung bringen.`,
    },
    'program-secret-wrong': {
      found: (program, at) =>
        html`Am ${at} kam jemand als ${program} mit einem Secret, das dieser Dienst nicht hat. Wenn das ${program} selbst war, kann der Dienst niemanden anmelden.`,
      right: (at) => html`Ein richtiges kam zuletzt am ${at}.`,
      mayDo: (command) => html`Wenn er es war, braucht der Betreiber des Dienstes ein neues: ${command}`,
      tell: (program) =>
        html`Es kann sein, dass ${program} zurzeit niemanden anmelden kann. Das muss der Betreiber nachsehen.`,
    },
    'program-secret-used': {
      never: (program) =>
        html`${program} hat sein Secret noch nie verwendet: Der Dienst wurde nie eingerichtet, oder er hat ein falsches.`,
      used: (program, at) => html`${program} hat sich zuletzt am ${at} mit seinem Secret ausgewiesen.`,
      tell: (program) =>
        html`Versuchen Sie es noch einmal von der Seite von ${program} aus. Wenn es dort nicht geht, sagen Sie uns, was auf der Seite steht, auch die Nummer.`,
    },
  },
}
