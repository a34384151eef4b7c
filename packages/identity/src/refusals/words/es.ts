import { html } from '../../platform/html.ts'
import type { PageWords, RefusalWords } from './en.ts'

const page: PageWords = {
  refused: (at) => html`Una página dijo que no el ${at}.`,
  named: (page, why) => html`En el log aparece como ${page}, ${why}.`,
  until: (until) => html`Dice que no hasta el ${until}.`,
  over: (until) => html`Eso terminó el ${until}.`,
  again: 'Eso ya ha terminado. Inténtelo otra vez.',
  wait: (until) => html`Espere hasta el ${until}.`,
  linksWork: 'Un enlace que ya tenga sirve hasta que termine su plazo.',
}

/** Why a page refused, in Spanish. */
export const es: RefusalWords = {
  findings: {
    'page-refused-network': {
      ...page,
      what: 'Llegaron demasiadas peticiones de la red de esta persona. Cuentan todos los que comparten la conexión, como en una oficina, un hotel o una compañía telefónica.',
      tell: 'Llegaron demasiadas peticiones de su red, quizá de otras personas.',
      wait: (until) => html`Espere hasta el ${until}, o use otra conexión, como la de un teléfono móvil.`,
    },
    'page-refused-address': {
      ...page,
      what: 'Se pidió demasiado para una dirección de correo, por esta persona o por otra. Pregunte por la dirección y búsquela: así verá qué fue de sus correos.',
      tell: 'Se pidió demasiado para esta dirección de correo. Busque el correo más reciente, también en la carpeta de spam.',
    },
    'page-refused-account': {
      ...page,
      what: 'La cuenta hizo esto demasiadas veces en poco tiempo.',
      tell: 'Lo ha hecho demasiadas veces en poco tiempo.',
    },
    'page-refused-guesses': {
      ...page,
      what: 'Llegaron demasiadas contraseñas o códigos incorrectos de este lugar o de este navegador. «¿Ha olvidado su contraseña?» no tiene que esperar.',
      tell: 'Demasiadas contraseñas o códigos eran incorrectos.',
      wait: (until) => html`Pulse «¿Ha olvidado su contraseña?», o espere hasta el ${until}.`,
    },
    'page-refused-mail-again': {
      ...page,
      what: 'El último correo salió hace un momento y quizá aún llegue. No se envía de nuevo tan pronto.',
      tell: 'El último correo quizá aún llegue. Mire también en el correo no deseado.',
    },
    'page-refused-no-cookie': {
      ...page,
      what: 'El navegador no envió ninguna de nuestras cookies: las rechaza, era privado y se cerró, o hay otro sitio que muestra nuestra página en un marco.',
      tell: 'Permita las cookies de nuestro sitio, o use otro navegador. Abra la página en una ventana propia y envíe el formulario otra vez.',
    },
    'page-refused-foreign-form': {
      ...page,
      what: 'Nada decía que el formulario venía de una página nuestra: lo envió otro sitio, o algo en el navegador lo cambió.',
      tell: 'Escriba usted nuestra dirección, o empiece en el servicio. Desactive lo que cambie las páginas en su navegador. Después envíe el formulario otra vez.',
    },
    'page-refused-old-form': {
      ...page,
      what: 'La página del formulario era anterior al último inicio o cierre de sesión en este navegador, o el navegador había perdido nuestras cookies.',
      tell: 'Cargue la página otra vez y rellene el formulario de nuevo.',
    },
    'page-refused-unreadable': {
      ...page,
      what: 'Algo en la dirección o en el formulario faltaba, estaba dañado o era demasiado largo.',
      tell: 'Empiece otra vez en el servicio o en nuestra página, y no desde un marcador ni con el botón «Atrás».',
    },
    'page-refused-program': {
      ...page,
      what: 'El servicio que envió a esta persona nos es desconocido o está desactivado. Busque el servicio por su nombre.',
      tell: 'El servicio que le envió no puede iniciar su sesión. Dígaselo a quienes lo llevan.',
    },
    'page-refused-return-address': {
      ...page,
      what: 'El servicio no dio ninguna dirección de vuelta, o dio una que no tiene registrada. Deben arreglarlo quienes lo llevan.',
      tell: 'El servicio que le envió tiene un fallo. Dígaselo a quienes lo llevan.',
    },
    'page-refused-late': {
      ...page,
      what: 'La petición del servicio había esperado una hora, o era de otro navegador.',
      tell: 'Vuelva al servicio e inicie sesión allí otra vez.',
    },
    'page-refused-link': {
      ...page,
      what: 'El enlace o el código de un correo ya se había usado, era demasiado antiguo, había otro más nuevo o estaba incompleto.',
      tell: 'Use el correo más reciente, o pida otro.',
    },
    'page-refused-new-browser': {
      ...page,
      what: 'Tras muchas contraseñas incorrectas seguidas, la cuenta no acepta contraseñas en un navegador que no conoce. Un enlace por correo abre este navegador.',
      tell: 'Pida el enlace en esa página y ábralo en el mismo navegador.',
    },
    'page-refused-unverified': {
      ...page,
      what: 'El servicio solo acepta cuentas cuya dirección esté verificada.',
      tell: 'Pulse en esa página el botón que envía un enlace, y ábralo.',
    },
    'page-refused-our-fault': {
      ...page,
      what: 'Portico no pudo responder: estaba ocupado, tenía un fallo o no podía enviar correo. El log tiene el número.',
      tell: 'Ha sido culpa nuestra. Inténtelo otra vez dentro de unos minutos.',
    },
    'page-refused-otherwise': {
      ...page,
      what: 'Solo el log dice el motivo.',
      tell: 'Haga lo que dice la página. Si no sirve, léamela.',
    },
  },
}
