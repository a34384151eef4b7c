import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in Spanish. */
export const es: BringWords = {
  events: {
    brought: () => html`La cuenta se ha traído aquí desde otro servicio`,
    invited: () => html`Un correo avisó de que la cuenta está ahora aquí`,
  },
  letters: {
    moved: ({ keepsPassword, address, movedFrom }, serviceName) => {
      const from = movedFrom ?? 'otro servicio de la misma organización'
      return {
        subject: 'Su cuenta se ha trasladado',
        before: [
          `Usted tenía una cuenta en ${from}. La organización que la gestiona la ha trasladado a ${serviceName}: a partir de ahora inicia sesión allí.`,
          keepsPassword
            ? 'Inicie sesión con este correo electrónico y la contraseña que ha usado hasta ahora.'
            : 'Su contraseña anterior no se ha podido trasladar. Para elegir una nueva, escriba este correo electrónico en nuestra página para contraseñas olvidadas: entonces le enviaremos un enlace.',
          'Para ello no necesita ningún enlace de este correo: también puede escribir usted la dirección de abajo en su navegador.',
        ],
        steps: [{ label: keepsPassword ? 'Iniciar sesión' : 'Elegir una contraseña nueva', address }],
        after: [
          'Si no ha pedido esa cuenta, dígaselo a los responsables del servicio. No tiene que hacer nada más.',
        ],
      }
    },
  },
  findings: {
    'account-moved': {
      brought: (at) => html`La cuenta vino de otro sistema el ${at}. Nadie ha iniciado sesión aquí con ella.`,
      invited: (at) => html`Un correo se lo comunicó a la persona el ${at}.`,
      notInvited: 'Ningún correo se lo ha comunicado a la persona.',
      late: 'No se envió a tiempo.',
      tell: 'Su cuenta se ha traído aquí desde otro servicio.',
      withPassword: 'Inicie sesión con su dirección y la contraseña que usaba allí.',
      withoutPassword:
        'Pulse «¿Ha olvidado su contraseña?» en la página de inicio de sesión y elija una contraseña nueva con el enlace del correo.',
    },
  },
}
