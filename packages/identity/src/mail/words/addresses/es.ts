import { momentWords } from '../../../platform/date-words.ts'
import { WAS_NOT_ME as NOT_ME } from '../was-not-me.ts'
import type { AddressLetters } from '../wording.ts'

const { sentence: WAS_NOT_ME, step: LABEL } = NOT_ME.es

/** The letters about the address of an account, in Spanish. */
export const spanishAddresses: AddressLetters = {
  'new-address': ({ link }, serviceName) => ({
    subject: 'Confirme su correo electrónico nuevo',
    before: [
      `Alguien, probablemente usted, quiere usar este correo electrónico para una cuenta en ${serviceName}. Abra este enlace para confirmarlo. Todavía no se ha cambiado nada.`,
    ],
    steps: [{ label: 'Confirmar esta dirección', address: link.reveal() }],
    after: ['El enlace es válido durante 24\u00a0horas.', 'Si no ha sido usted, no tiene que hacer nada.'],
  }),
  'address-taken': ({ signInAddress }, serviceName) => ({
    subject: 'Se ha indicado su dirección para otra cuenta',
    before: [
      `Alguien quería usar este correo electrónico para otra cuenta en ${serviceName}. Ya tiene una cuenta, así que no se ha cambiado nada.`,
    ],
    steps: [{ label: 'Iniciar sesión', address: signInAddress }],
    after: [
      'Si ha sido usted, inicie sesión con esta dirección. Si no ha sido usted, no tiene que hacer nada.',
    ],
  }),
  'address-change-begun': ({ dueAt, newAddress, link }, serviceName) => ({
    subject: 'Su correo electrónico va a cambiar',
    before: [
      `Su cuenta en ${serviceName} tendrá otro correo electrónico desde el ${momentWords('es-ES', dueAt)}: ${newAddress}. Hasta entonces, inicie sesión con este. Si ha sido usted, no tiene que hacer nada.`,
      'Si no ha sido usted, conserve su dirección con este enlace. No hace falta la contraseña.',
    ],
    steps: [{ label: 'Conservar mi dirección', address: link.reveal() }],
    after: ['Si no ha sido usted, alguien entró en su cuenta: elija también una contraseña nueva.'],
  }),
  'address-change-stopped': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Su correo electrónico sigue igual',
    before: [
      `Se ha detenido el cambio del correo electrónico de su cuenta en ${serviceName} (${momentWords('es-ES', at)}). Sigue iniciando sesión con esta dirección.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-changed': ({ until, newAddress, link }, serviceName) => ({
    subject: 'El correo electrónico de su cuenta se ha cambiado',
    before: [
      `Su cuenta en ${serviceName} tiene ahora otro correo electrónico: ${newAddress}. Si ha sido usted, no tiene que hacer nada.`,
      `Si no ha sido usted, recupere su dirección con este enlace hasta el ${momentWords('es-ES', until)}. Entonces se cierran todas las sesiones y usted elige una contraseña nueva.`,
    ],
    steps: [{ label: 'No he sido yo: recuperar mi dirección', address: link.reveal() }],
    after: ['Si no ha sido usted, avise también a los responsables del servicio.'],
  }),
  'address-is-new': ({ at, recoverAddress }, serviceName) => ({
    subject: 'Ahora inicia sesión con esta dirección',
    before: [
      `Su cuenta en ${serviceName} tiene ahora este correo electrónico (${momentWords('es-ES', at)}). Inicie sesión con él a partir de ahora. Si ha sido usted, no tiene que hacer nada.`,
      WAS_NOT_ME,
    ],
    steps: [{ label: LABEL, address: recoverAddress }],
    after: [],
  }),
  'address-given-back': ({ at, signInAddress }, serviceName) => ({
    subject: 'Su cuenta tiene otra vez su correo electrónico anterior',
    before: [
      `Su cuenta en ${serviceName} tiene otra vez su correo electrónico anterior (${momentWords('es-ES', at)}), porque alguien ha usado el enlace de nuestro mensaje a esa dirección anterior. Se han cerrado todas las sesiones. Ya no inicia sesión con la dirección que recibe este mensaje.`,
      'Si no ha sido usted, quizá otra persona lee el correo de su dirección anterior. Avise a los responsables del servicio.',
    ],
    steps: [{ label: 'Iniciar sesión', address: signInAddress }],
    after: [],
  }),
}
