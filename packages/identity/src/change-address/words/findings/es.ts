import { type Html, html } from '../../../platform/html.ts'
import type { ChangeFindingWords } from './en.ts'

const sent = (at: Html) => html`El correo con el camino de vuelta se envió a la dirección antigua el ${at}.`
const sentAgain = (at: Html) => html`El correo con el camino de vuelta se envió otra vez el ${at}.`

/** What a supporter is told of a new address, in Spanish. */
export const es: ChangeFindingWords = {
  'address-change-waits': {
    asked: (at) => html`El ${at} se pidió una dirección nueva.`,
    from: (at) =>
      html`La cuenta iniciará sesión con ella a partir del ${at}, y con la antigua hasta entonces.`,
    sent,
    sentAgain,
    signIn: 'De momento, inicie sesión con la dirección antigua.',
    pressLink: 'Si no lo pidió usted, pulse el enlace del correo que llegó a la dirección antigua.',
    stopInAccount:
      'El correo sobre ello no llegó a la dirección antigua. Si no lo pidió usted, pulse «Conservar la dirección antigua» en su cuenta y elija una contraseña nueva.',
  },
  'address-link-waits': {
    asked: (at) => html`El ${at} se pidió una dirección nueva y se le escribió un correo con un enlace.`,
    works: (at) =>
      html`Todavía no ha abierto nadie ese enlace. Vale hasta el ${at}. Hasta que se abra, no cambia nada.`,
    openLink:
      'Abra el enlace del correo más reciente en la dirección nueva. Hasta que el cambio termine, inicie sesión con la dirección que tiene ahora.',
    askAgain:
      'Nuestro correo no llegó a la dirección nueva. Inicie sesión con la dirección que tiene ahora y pida otra vez la nueva en su cuenta: bien escrita, u otra distinta.',
    notMe: 'Si no lo pidió usted, elija una contraseña nueva.',
  },
  'new-address-link-waits': {
    asked: (at) => html`Una cuenta pidió el ${at} cambiar a esta dirección. Todavía no la tiene.`,
    works: (at) =>
      html`El enlace del correo que llegó a esta dirección vale hasta el ${at}. Después de abrirlo, la cuenta espera unos días.`,
    tell: 'Abra el enlace del correo más reciente en esta dirección. Hasta que el cambio termine, inicie sesión con la dirección antigua.',
  },
  'new-address-link-expired': {
    asked: (at) => html`Una cuenta pidió el ${at} cambiar a esta dirección. No la tiene.`,
    ended: (at) => html`Nadie abrió el enlace del correo a esta dirección antes de que caducara, el ${at}.`,
    tell: 'Inicie sesión con la dirección antigua y pida la nueva otra vez en su cuenta.',
  },
  'new-address-waits': {
    asked: (at) => html`Una cuenta está cambiando a esta dirección. El cambio empezó el ${at}.`,
    from: (at) =>
      html`La cuenta iniciará sesión con ella a partir del ${at}, y con la antigua hasta entonces.`,
    tell: (at) => html`Inicie sesión con la dirección antigua hasta el ${at}, y después con esta.`,
  },
  'address-changed': {
    lost: (at) =>
      html`Esta fue la dirección de la cuenta hasta el ${at}. Ahora la cuenta tiene otra, y con esta ya no se puede iniciar sesión. Si la persona que llama no la cambió, alguien se ha apoderado de la cuenta, o no es de quien llama.`,
    hasNoMailbox: (command) =>
      html`Si la persona que llama demuestra quién es, no la cambió y no puede leer el buzón antiguo, no deje entrar a nadie hasta que se aclare: ${command}`,
    changed: (at) => html`La dirección se cambió el ${at}. Con la antigua ya no se puede iniciar sesión.`,
    undo: (at) =>
      html`En el correo que llegó entonces a la dirección antigua, un enlace recupera la dirección hasta el ${at}.`,
    sent,
    sentAgain,
    useNew: 'Si fue usted, inicie sesión con la dirección nueva.',
    takeBack: (at) =>
      html`Si no la cambió usted, abra en el buzón antiguo el correo más reciente sobre ello: su enlace le devuelve la cuenta hasta el ${at}. Con «¿Ha olvidado su contraseña?» y la dirección antigua, ese enlace llega otra vez.`,
    takeBackLater: (at) =>
      html`Si no la cambió usted: su proveedor de correo rechaza nuestro mensaje con el camino de vuelta. Mire si el buzón antiguo está lleno. Cuando vuelva a aceptar correo, pulse «¿Ha olvidado su contraseña?» con la dirección antigua: así llega el mensaje otra vez. Su enlace le devuelve la cuenta hasta el ${at}.`,
    useThis: 'Inicie sesión con esta dirección.',
  },
}
