import type { PageWords } from './page-words.ts'

/** Spanish. */
export const es: PageWords = {
  title: 'Iniciar sesión',
  sentences: {
    cancelled: 'No ha terminado de iniciar sesión.',
    existing_account: 'Ya tiene una cuenta aquí. Inicie sesión como antes y conéctela con su cuenta central.',
    unavailable: 'En este momento no se puede iniciar sesión. No se ha cambiado nada.',
    other_account: 'Ha iniciado sesión con otra cuenta. Vuelva atrás e inicie sesión con la primera.',
    insufficient_user_authentication:
      'Esta página necesita un inicio de sesión más reciente, o más seguro que una contraseña, por ejemplo con una llave de acceso. Su sesión sigue abierta como antes.',
    other_browser:
      'Este inicio de sesión comenzó en otro navegador, o se comenzaron demasiados a la vez, o este navegador no guarda cookies. No se ha iniciado ninguna sesión.',
    old_sign_in_missing: 'Primero inicie sesión aquí como antes. Después conecte su cuenta.',
    fresh_sign_in_required: 'Primero escriba aquí su contraseña otra vez. Después conecte su cuenta.',
    bad_path: 'Esta dirección no lleva a ninguna página de este sitio. Vuelva atrás y empiece de nuevo.',
    bad_demand: 'Esta dirección pide un inicio de sesión que no existe. Vuelva atrás y empiece de nuevo.',
    no_page: 'Abra esta dirección como página.',
    several_cookies:
      'Su navegador envía dos veces una cookie de este sitio. Borre las cookies de este sitio.',
    too_many: 'Demasiados intentos. Espere un minuto e inténtelo de nuevo.',
    try_later:
      'En este momento no se puede iniciar sesión. No se ha cambiado nada: inténtelo de nuevo dentro de un minuto.',
    unknown_sign_in:
      'Este enlace de inicio de sesión no se conoce aquí. Vuelva a la aplicación y empiece de nuevo.',
    on_the_way: 'Se va a abrir la página de inicio de sesión.',
  },
  links: {
    again: 'Iniciar sesión otra vez',
    back: 'Volver',
    home: 'Ir a la página de inicio',
    reload: 'Volver a cargar esta página',
    restart: 'Empezar de nuevo',
    onward: 'Continuar',
  },
}
