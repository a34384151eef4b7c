import { type Html, html } from '../../../platform/html.ts'
import type { englishLostApp } from '../en/lost-app.ts'
import { plural } from '../plurals.ts'

const days = plural('es', { one: '#\u00a0día', many: '#\u00a0de días', other: '#\u00a0días' })

/** Lost apps for codes, and new names, in Spanish. */
export const spanishLostApp: typeof englishLostApp = {
  lostApp: {
    link: 'He perdido mi teléfono y mis códigos de recuperación',
    title: '¿Ha perdido su teléfono?',
    lead: (count: number) =>
      `Si ya no tiene su aplicación ni sus códigos de recuperación, podemos eliminarlos. Antes esperamos ${days(count)}.`,
    steps: [
      'Le enviamos un correo. Abra su enlace y escriba su contraseña una vez más.',
      'Entonces empieza el plazo. Recibe un correo enseguida, y otro un día antes del final.',
      'Los dos correos tienen un enlace que lo detiene. También lo detiene quien inicia sesión con un código o una llave de acceso.',
      'Después inicia sesión solo con su contraseña. Entonces puede añadir una aplicación nueva.',
    ],
    why: 'Esperamos para que nadie que solo tenga su contraseña y su correo pueda quitarle la aplicación.',
    button: 'Enviar el correo',
    back: 'Volver al código',
    confirmTitle: 'Elimine la aplicación perdida',
    confirmLead: (count: number) =>
      `Escriba su contraseña. Sus aplicaciones y sus códigos de recuperación se eliminarán después de ${days(count)}.`,
    confirmButton: 'Iniciar el plazo de espera',
    askedTitle: 'El plazo ha empezado',
    asked: (count: number) =>
      `Eliminaremos sus aplicaciones y sus códigos de recuperación ${days(count)} después de que lo pidiera por primera vez. Le hemos enviado un correo que dice cuándo.`,
    askedUntil: (at: Html) =>
      html`Eliminaremos sus aplicaciones y sus códigos de recuperación el ${at}. Le hemos enviado un correo para informarle.`,
    found:
      'Si antes encuentra su teléfono o un código de recuperación, inicie sesión con él. Entonces todo se conserva.',
    keepTitle: 'Conserve sus aplicaciones de códigos',
    keepLead:
      'Escriba el correo electrónico de su cuenta para confirmar que es usted quien ha abierto este enlace. Entonces sus aplicaciones no se eliminan.',
    keepWrong: 'Escriba la dirección a la que llegó el correo con el enlace',
    keepButton: 'No eliminar nada',
    keptTitle: 'Sus aplicaciones se conservan',
    kept: 'No se elimina nada. Seguimos pidiendo un código cuando inicia sesión.',
    keptNext:
      'Si no lo ha pedido usted, alguien conoce su contraseña y lee su correo. Elija una contraseña nueva aquí y otra para su correo.',
    keptButton: 'Elegir una contraseña nueva',
    waitsTitle: 'Sus aplicaciones se eliminarán',
    waits: (at: Html) =>
      html`Alguien ha comunicado la pérdida de su teléfono. Eliminaremos sus aplicaciones y sus códigos de recuperación el ${at}.`,
    stopped: 'No se eliminará nada. Le hemos enviado un correo para informarle.',
  },
}
