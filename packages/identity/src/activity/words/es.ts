import { type Html, html } from '../../platform/html.ts'
import type { ActivityWords } from './en.ts'

/** What happened with the account, and what to do about it, in Spanish. */
export const es: ActivityWords = {
  nav: 'Actividad',
  glance: { title: 'Lo último que ha pasado', all: 'Toda la actividad' },
  page: {
    title: 'Actividad',
    lead: 'Lo que ha pasado con su cuenta, lo más reciente primero. Si encuentra algo que no ha hecho usted, díganoslo.',
    none: 'Todavía no ha pasado nada.',
    older: 'Actividad anterior',
    newest: 'Actividad más reciente',
    wasNotMe: 'Algo de esto no lo he hecho yo',
    address: 'dirección de red',
    unknownProgram: 'un servicio que ya no existe',
  },
  wasNotMe: {
    title: '¿Ha estado otra persona en su cuenta?',
    lead: 'Si no ha hecho algo de lo que aparece en su actividad, cierre ahora todas las sesiones. Podrá volver con su correo.',
    effects: [
      'Se cierran todas las sesiones aquí y en todos los servicios, también la suya.',
      'Su contraseña deja de funcionar enseguida.',
      'Se eliminan sus llaves de acceso. Puede añadirlas otra vez.',
      'Sus aplicaciones para códigos se conservan, salvo las que se añadieron en los últimos 3\u00a0días solo con la contraseña. Si las ha perdido, dígalo al iniciar sesión.',
    ],
    button: 'Cerrar todas las sesiones',
    back: 'No cambiar nada',
    mail: (email: Html) => html`Enviamos un enlace a ${email}. Con él elige una contraseña nueva.`,
  },
  locked: {
    title: 'Se ha cerrado la sesión en todas partes',
    lifetime: 'El enlace funciona durante 30\u00a0minutos. Después, pida otro.',
    again: 'Pedir otro enlace',
    next: (email: Html) =>
      html`Ya no hay ninguna sesión abierta en su cuenta. Hemos enviado un enlace a ${email}: ábralo y elija una contraseña nueva.`,
  },
}
