import { type Html, html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in Spanish. */
export const spanishActivity: typeof englishActivity = {
  activity: {
    title: 'Actividad',
    lead: 'Lo que ha pasado con su cuenta, lo más reciente primero. Si encuentra algo que no ha hecho usted, díganoslo.',
    none: 'Todavía no ha pasado nada.',
    older: 'Actividad anterior',
    newest: 'Actividad más reciente',
    wasNotMe: 'Algo de esto no lo he hecho yo',
    address: 'dirección de red',
    unknownProgram: 'un servicio que ya no existe',
    did: {
      'account-created': () => html`Usted creó esta cuenta`,
      'registration-for-existing-account': () =>
        html`Alguien pidió una cuenta nueva con su dirección. No se cambió nada`,
      'recovery-requested': () => html`Alguien pidió un enlace para elegir una contraseña nueva`,
      'browser-link-requested': () => html`Alguien pidió un enlace para usar un navegador nuevo`,
      'browser-admitted': () => html`Un enlace de un correo permitió iniciar sesión con un navegador nuevo`,
      'mailed-code-refused': () => html`Alguien escribió un código de correo incorrecto`,
      'password-reset': () =>
        html`Se eligió una contraseña nueva con un enlace enviado por correo. Se cerraron todas las sesiones`,
      'password-changed': () => html`Se cambió la contraseña`,
      'password-wrong': () => html`Se escribió una contraseña incorrecta en una página de esta cuenta`,
      'profile-changed': () => html`Se cambió el nombre o el número de teléfono`,
      'passkey-added': () => html`Se añadió una llave de acceso`,
      'passkey-removed': () => html`Se eliminó una llave de acceso`,
      'passkey-refused': () => html`Alguien no pudo iniciar sesión con una llave de acceso`,
      'authenticator-added': () => html`Se añadió una aplicación de códigos`,
      'authenticator-removed': () => html`Se eliminó una aplicación de códigos`,
      'recovery-codes-made': () => html`Se crearon códigos de recuperación nuevos`,
      'recovery-code-spent': () => html`Se usó un código de recuperación`,
      'lost-app-reported': () =>
        html`Alguien escribió la contraseña y dijo que ha perdido el teléfono con la aplicación`,
      'app-removal-requested': () => html`Se pidió eliminar sus aplicaciones de códigos perdidas`,
      'app-removal-stopped': () => html`Se detuvo la eliminación de sus aplicaciones de códigos`,
      'app-removal-done': () =>
        html`Se han eliminado sus aplicaciones de códigos perdidas y sus códigos de recuperación`,
      'passkey-renamed': () => html`Se cambió el nombre de una llave de acceso`,
      'authenticator-renamed': () => html`Se cambió el nombre de una aplicación de códigos`,
      'address-link-requested': () => html`Se envió un enlace para confirmar un correo electrónico nuevo`,
      'address-change-begun': () => html`Se confirmó un correo electrónico nuevo. Se espera antes de usarlo`,
      'address-change-stopped': () => html`Se detuvo el cambio del correo electrónico`,
      'address-changed': () => html`Se cambió el correo electrónico`,
      'address-given-back': () =>
        html`Se recuperó el correo electrónico antiguo. Se cerraron todas las sesiones`,
      'citizen-address-change-begun': () =>
        html`Los responsables de este servicio empezaron un cambio de su correo electrónico`,
      'citizen-second-factor-reset': () =>
        html`Los responsables de este servicio eliminaron sus aplicaciones de códigos`,
      'signed-in-with-code': () => html`Inicio de sesión con la contraseña y un código`,
      'code-wrong': () => html`Alguien escribió la contraseña y un código incorrecto`,
      'verification-requested': () => html`Se envió un enlace para confirmar la dirección de correo`,
      'email-verified': () => html`Se confirmó la dirección de correo`,
      'signed-in': () => html`Sesión iniciada con la contraseña`,
      'signed-in-with-passkey': () => html`Sesión iniciada con una llave de acceso`,
      'sign-in-failed': () => html`Alguien intentó iniciar sesión con una contraseña incorrecta`,
      'sign-in-closed-to-browser': () =>
        html`Después de muchas contraseñas incorrectas, los navegadores nuevos necesitan un enlace enviado por correo`,
      'signed-out': () => html`Sesión cerrada`,
      'session-ended': () => html`Se cerró una sesión`,
      'other-sessions-ended': () => html`Se cerraron todas las demás sesiones`,
      'sessions-ended-by-password': () =>
        html`Se cerraron todas las demás sesiones porque se cambió la contraseña`,
      'session-displaced': () => html`Sesión cerrada porque otra persona inició sesión en el mismo navegador`,
      'program-entered': (program: Html) => html`Sesión iniciada en ${program}`,
      'program-disconnected': (program: Html) => html`Se desconectó ${program}`,
      'program-signed-out': (program: Html) => html`Sesión cerrada en ${program}`,
      'program-access-ended': (program: Html) =>
        html`Se cerró la sesión en ${program}, porque quizá alguien copió su acceso a la cuenta de usted`,
      'authorization-cancelled': (program: Html) => html`No continuó hacia ${program}`,
      'was-not-me': () =>
        html`Usted nos dijo que algo no lo había hecho usted. Se cerraron todas las sesiones y la contraseña dejó de funcionar`,
      'citizen-suspended': () => html`Los responsables de este servicio suspendieron la cuenta`,
      'citizen-reinstated': () => html`Los responsables de este servicio abrieron la cuenta de nuevo`,
      'citizen-verification-required': () =>
        html`Los responsables de este servicio le pidieron que confirmara otra vez su dirección`,
      'citizen-signed-out': () => html`Los responsables de este servicio cerraron todas sus sesiones`,
      'citizen-failures-forgiven': () =>
        html`Los responsables de este servicio pusieron a cero la cuenta de contraseñas incorrectas`,
      'citizen-passkeys-removed': () =>
        html`Los responsables de este servicio eliminaron sus llaves de acceso`,
      'operator-looked': () => html`Los responsables de este servicio consultaron la cuenta`,
    },
  },
  wasNotMe: {
    title: '¿Ha estado otra persona en su cuenta?',
    lead: 'Si no ha hecho algo de lo que aparece en su actividad, cierre ahora todas las sesiones. Podrá volver con su correo.',
    effects: [
      'Se cierran todas las sesiones aquí y en todos los servicios, también la suya.',
      'Su contraseña deja de funcionar enseguida.',
      'Se eliminan sus llaves de acceso. Puede añadirlas otra vez.',
      'Sus aplicaciones de códigos se conservan, salvo las que se añadieron en los últimos 3\u00a0días solo con la contraseña. Si las ha perdido, dígalo al iniciar sesión.',
    ],
    button: 'Cerrar todas las sesiones',
    back: 'No cambiar nada',
    mail: (email: Html) => html`Enviamos un enlace a ${email}. Con él elige una contraseña nueva.`,
  },
  accountLocked: {
    title: 'Se ha cerrado la sesión en todas partes',
    lifetime: 'El enlace funciona durante 30\u00a0minutos. Después, pida otro.',
    again: 'Pedir otro enlace',
    next: (email: Html) =>
      html`Ya no hay ninguna sesión abierta en su cuenta. Hemos enviado un enlace a ${email}: ábralo y elija una contraseña nueva.`,
  },
}
