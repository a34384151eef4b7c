import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { AccessWords } from './en.ts'

const browsers = plural('es', { one: '# navegador', many: '# de navegadores', other: '# navegadores' })

/** Sessions and programs, in Spanish. */
export const es: AccessWords = {
  holds: {
    sessions: {
      less: plural('es', {
        one: 'se cierra # sesión',
        many: 'se cierran # sesiones',
        other: 'se cierran # sesiones',
      }),
    },
    grants: {
      less: plural('es', {
        one: 'termina el acceso a # servicio',
        many: 'termina el acceso a # servicios',
        other: 'termina el acceso a # servicios',
      }),
    },
    connections: {
      less: plural('es', {
        one: 'se olvida lo que se permitió a # servicio',
        many: 'se olvida lo que se permitió a # servicios',
        other: 'se olvida lo que se permitió a # servicios',
      }),
    },
  },
  events: {
    signedOut: () => html`Sesión cerrada`,
    sessionEnded: () => html`Se cerró una sesión`,
    otherSessionsEnded: () => html`Se cerraron todas las demás sesiones`,
    sessionsEndedByPassword: () => html`Se cerraron todas las demás sesiones porque se cambió la contraseña`,
    sessionDisplaced: () => html`Sesión cerrada porque otra persona inició sesión en el mismo navegador`,
    programEntered: (program: Html) => html`Sesión iniciada en ${program}`,
  },
  findings: {
    'program-disabled': {
      found: (program) => html`El servicio conectado ${program} está desactivado: nadie puede entrar.`,
      mayDo: (command) => html`Vea por qué: ${command}`,
      closed: (program) => html`${program} está cerrado en este momento, para todos.`,
      others: 'Su cuenta sigue como estaba y sus otros servicios funcionan.',
    },
    'signed-in': {
      found: (count, at) =>
        html`La cuenta tiene la sesión iniciada en ${browsers(count)}, con el último uso el ${at}.`,
      tell: (count) => `Tiene la sesión iniciada en ${browsers(count)}.`,
      somebody: (count) => `Alguien tiene la sesión de la cuenta iniciada en ${browsers(count)}.`,
      notYours:
        'Si no es usted, abra la página «Dónde ha iniciado sesión», pulse «Cerrar todas las demás sesiones» y cambie su contraseña.',
    },
    'signed-in-nowhere': {
      found: 'La persona no tiene ahora ninguna sesión iniciada.',
      tell: 'En este momento no tiene ninguna sesión iniciada.',
      again: 'Inicie sesión de nuevo.',
    },
  },
}
