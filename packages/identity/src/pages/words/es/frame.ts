import { plural } from '../../../platform/plurals.ts'
import type { englishEveryPage } from '../en/frame.ts'

/** The words on every page, in Spanish. */
export const spanishEveryPage: typeof englishEveryPage = {
  direction: 'ltr',
  ownName: 'Español',
  between: ' ',
  language: {
    label: 'Idioma',
    button: 'Cambiar el idioma',
    field: 'Idioma de las páginas y los correos',
    hint: 'Para todas las páginas cuando tenga la sesión iniciada y para todos los correos que le enviemos.',
  },
  skip: 'Ir al contenido principal',
  yourAccount: 'Su cuenta',
  errorInTitle: 'Error. ',
  footer: 'Nunca le pediremos su contraseña por correo electrónico, por mensaje ni por teléfono.',
  foot: {
    label: 'Acerca de este servicio',
    help: 'Ayuda',
    privacy: 'Privacidad',
    accessibility: 'Declaración de accesibilidad',
  },
  typedAgain: 'Lo que escribió está aquí otra vez. Todavía no está guardado: revíselo y envíelo.',
  problemHeading: 'Hay un problema',
  reference: 'Número de referencia',
  referenceHint: 'Tenga este número a mano si pide ayuda.',
  optional: '(opcional)',
  account: 'Cuenta',
  toSignIn: 'Ir a iniciar sesión',
  toAccount: 'Ir a su cuenta',
  openAgain: 'Abrir la página de nuevo',
  seconds: plural('es', { one: '#\u00a0segundo', many: '#\u00a0de segundos', other: '#\u00a0segundos' }),
  minutes: plural('es', { one: '#\u00a0minuto', many: '#\u00a0de minutos', other: '#\u00a0minutos' }),
}
