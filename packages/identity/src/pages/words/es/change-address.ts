import { type Html, html } from '../../../platform/html.ts'
import type { englishChangeAddress } from '../en/change-address.ts'
import { plural } from '../plurals.ts'

const days = plural('es', { one: '#\u00a0día', many: '#\u00a0de días', other: '#\u00a0días' })

/** A new address for the account, in Spanish. */
export const spanishChangeAddress: typeof englishChangeAddress = {
  changeAddress: {
    link: 'Cambiar la dirección de correo',
    title: 'Cambie su correo electrónico',
    now: 'Su dirección actual',
    lead: (count: number) =>
      `Enviamos un correo a la dirección nueva. Cuando haya abierto el enlace, esperamos ${days(count)}. Hasta entonces, inicie sesión con la dirección antigua.`,
    label: 'Correo electrónico nuevo',
    hint: 'Enviamos un enlace y un código a esta dirección.',
    button: 'Enviar el enlace',
    back: 'Volver a su cuenta',
    same: 'Escriba otra dirección: esta ya es la de su cuenta',
    proveLead:
      'Para cambiar su dirección, escriba su contraseña o use una llave de acceso. Esta confirmación vale durante 5\u00a0minutos.',
    waitsTitle: 'Su dirección va a cambiar',
    waits: (email: Html, at: Html) =>
      html`Desde el ${at} iniciará sesión con ${email}. Si pide otra dirección, sustituirá a esta.`,
    stopButton: 'Conservar la dirección antigua',
    stopped: 'Su dirección sigue igual. Le hemos enviado un correo sobre ello.',
    undoOpen: (at: Html) =>
      html`Su dirección se ha cambiado. Desde la dirección antigua se puede deshacer hasta el ${at}. Después podrá cambiarla otra vez.`,
    confirmTitle: 'Confirme su dirección nueva',
    confirmLead: (email: Html) =>
      html`La dirección nueva es ${email}. Escriba la dirección antigua de su cuenta para mostrar que es usted quien ha abierto este enlace.`,
    confirmNext: (count: number) => `Después esperamos ${days(count)}.`,
    oldLabel: 'Correo electrónico antiguo',
    confirmWrong: 'Escriba la dirección con la que inicia sesión ahora',
    confirmButton: 'Confirmar la dirección nueva',
    askedTitle: 'Su dirección nueva está confirmada',
    asked: (count: number) =>
      `Esperamos ${days(count)}. Después iniciará sesión con la dirección nueva. Hasta entonces, use la antigua.`,
    askedNext:
      'Hemos enviado un correo a la dirección antigua. Con él, o en su cuenta, puede detener el cambio.',
    askedButton: 'Ir a su cuenta',
    keepTitle: 'Conserve su correo electrónico',
    keepLead: 'Escriba la dirección de correo a la que llegó el mensaje. Así su dirección no se cambia.',
    undoLead:
      'Escriba la dirección de correo a la que llegó el mensaje. Así volverá a ser la dirección de su cuenta. Se cierran todas las sesiones y le enviamos un enlace para elegir una contraseña nueva.',
    keepWrong: 'Escriba la dirección a la que se envió el correo con el enlace',
    keepButton: 'Conservar esta dirección',
    undoButton: 'Recuperar la dirección',
    keptTitle: 'Su dirección se conserva',
    kept: 'Inicia sesión con esta dirección. Si ya se había cambiado, se han cerrado todas las sesiones y le hemos enviado un enlace para elegir una contraseña nueva.',
    keptNext: 'Si no pidió otra dirección, alguien entró en su cuenta. Elija una contraseña nueva.',
    keptButton: 'Elegir una contraseña nueva',
    lostMailbox: 'Ya no puedo leer el correo de esta dirección',
    lostMailboxSteps: [
      'Si sabe su contraseña o tiene una llave de acceso, inicie sesión. Después cambie la dirección en su cuenta.',
      'Si no tiene ninguna de las dos, pregunte a los responsables de este servicio. Comprueban quién es usted antes de cambiar la dirección.',
    ],
  },
}
