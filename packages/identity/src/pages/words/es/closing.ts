import { type Html, html } from '../../../platform/html.ts'
import type { englishClosing } from '../en/closing.ts'
import { plural } from '../plurals.ts'

const days = plural('es', { one: '#\u00a0día', many: '#\u00a0de días', other: '#\u00a0días' })

/** Closing the account, in Spanish. */
export const spanishClosing: typeof englishClosing = {
  closeAccount: {
    link: 'Cerrar su cuenta',
    title: 'Cierre su cuenta',
    effects: [
      'Para conservar la cuenta, inicie sesión antes de esa fecha.',
      'Ese día se borran aquí su nombre, su correo electrónico y su número de teléfono. Nadie puede recuperarlos.',
      'Ya no podrá iniciar sesión en ningún servicio con esta cuenta.',
      'Los servicios conservan lo que saben de usted. Pida a cada uno que lo borre.',
    ],
    copy: '¿Quiere antes una copia?',
    kept: 'Usted pidió cerrar la cuenta y ha iniciado sesión de nuevo. Por eso sigue abierta.',
    proveLead:
      'Para cerrar su cuenta, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5\u00a0minutos.',
    button: 'Cerrar mi cuenta',
    back: 'Conservar mi cuenta',
    lead: (count: number) =>
      `Se cierran todas sus sesiones enseguida. Después de ${days(count)}, la cuenta se cierra para siempre.`,
  },
  closingAsked: {
    title: 'Su cuenta se cerrará',
    wayBack:
      'Si cambia de opinión, inicie sesión antes: entonces sigue abierta. Le hemos enviado un correo sobre esto.',
    button: 'Iniciar sesión y conservar la cuenta',
    when: (at: Html) => html`Se han cerrado todas sus sesiones. La cuenta se cierra el ${at}.`,
  },
}
