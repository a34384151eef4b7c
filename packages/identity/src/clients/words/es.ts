import { html } from '../../platform/html.ts'
import type { ClientWords } from './en.ts'

/** Programs, in Spanish. */
export const es: ClientWords = {
  findings: {
    'program-disabled': {
      found: (program, at) => html`El equipo desactivó ${program} el ${at}.`,
      reason: (reason) => html`El motivo que dio el equipo: «${reason}».`,
      mayDo: (command) => html`Quien decide sobre ello lo activa con: ${command}`,
      closed: (program) => html`${program} está cerrado, para todos.`,
      others: 'Su cuenta sigue como estaba y sus otros servicios funcionan.',
    },
    'program-without-secret': {
      found: (program) =>
        html`${program} no tiene ningún secreto válido: no puede completar ningún inicio de sesión.`,
      mayDo: (command) => html`Los responsables del servicio necesitan uno nuevo: ${command}`,
      tell: (program) =>
        html`En este momento no se puede iniciar sesión en ${program}. Tienen que arreglarlo sus responsables.`,
    },
    'program-secret-refused': {
      found: (program, at) =>
        html`${program} vino el ${at} con un secreto que ya había terminado, y desde entonces no ha usado ninguno que valga.`,
      mayDo: (command) => html`Quien administra el servicio pone uno que valga: ${command}`,
      tell: (program) =>
        html`En este momento no se puede iniciar sesión en ${program}. Tienen que arreglarlo sus responsables.`,
    },
    'program-secret-never-right': {
      found: (program, at) =>
        html`Alguien vino el ${at} como ${program} con un secreto que este servicio no tiene, y nunca se ha usado ninguno de los suyos.`,
      mayDo: (command) => html`Los responsables del servicio necesitan uno nuevo: ${command}`,
      tell: (program) =>
        html`Hasta ahora nadie ha iniciado sesión en ${program}. Tienen que arreglarlo sus responsables.`,
    },
    'program-secret-wrong': {
      found: (program, at) =>
        html`Alguien vino el ${at} como ${program} con un secreto que este servicio no tiene. Si fue ${program} mismo, no se puede iniciar sesión en él.`,
      right: (at) => html`El último correcto vino el ${at}.`,
      mayDo: (command) => html`Si fue así, los responsables del servicio necesitan uno nuevo: ${command}`,
      tell: (program) =>
        html`Puede ser que en este momento no se pueda iniciar sesión en ${program}. Tienen que comprobarlo sus responsables.`,
    },
    'program-secret-used': {
      never: (program) =>
        html`${program} no ha usado nunca su secreto: no se llegó a instalar o tiene uno equivocado.`,
      used: (program, at) => html`${program} se identificó con su secreto por última vez el ${at}.`,
      tell: (program) =>
        html`Inténtelo otra vez desde la página de ${program}. Si falla allí, díganos lo que pone la página, con su número.`,
    },
  },
}
