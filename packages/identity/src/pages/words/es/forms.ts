import type { englishForms } from '../en/forms.ts'

/** Labels, hints and problems of forms, in Spanish. */
export const spanishForms: typeof englishForms = {
  labels: {
    full_name: 'Nombre completo',
    email: 'Correo electrónico',
    phone_number: 'Número de teléfono',
    password: 'Contraseña',
    new_password: 'Contraseña nueva',
    current_password: 'Contraseña actual',
  },
  /** The button beside a new password. */
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  charactersSoFar: 'Caracteres hasta ahora:',
  hints: {
    email: 'Enviaremos un enlace a esta dirección.',
    phone_number:
      'Los servicios pueden llamarle a este número. Nosotros no llamamos. Use 20 caracteres como máximo, mejor con el prefijo del país, como +34 910 50 00 00.',
    password: (minimum: number) =>
      `Use al menos ${minimum} caracteres. Cuatro o cinco palabras sin relación entre sí forman una contraseña segura. Puede usar espacios.`,
  },
  fieldProblems: {
    full_name: {
      required: 'Escriba su nombre completo',
      blank: 'Escriba su nombre completo',
      invalid: 'Escriba su nombre sin caracteres de control ni saltos de línea',
      max_length: 'Acorte su nombre a 150 caracteres como máximo',
    },
    email: {
      required: 'Escriba su correo electrónico',
      blank: 'Escriba su correo electrónico',
      invalid: 'Escriba su dirección de correo así: nombre@example.com',
      max_length: 'Escriba un correo electrónico de 320 caracteres como máximo',
    },
    phone_number: {
      required: 'Escriba un número de teléfono o deje el campo vacío',
      blank: 'Escriba un número de teléfono o deje el campo vacío',
      invalid: 'Escriba el número de teléfono sin caracteres de control ni saltos de línea',
      max_length: 'Acorte el número de teléfono a 20 caracteres como máximo',
    },
    password: {
      blank: 'Escriba una contraseña',
      too_short: (minimum: number) => `Use al menos ${minimum} caracteres en su contraseña`,
      too_long: 'Use 256 caracteres como máximo en su contraseña',
      space_first:
        'Su contraseña empieza con un espacio o un carácter invisible. Quítelo: es fácil olvidarlo al escribir la contraseña.',
      space_last:
        'Su contraseña termina con un espacio o un carácter invisible. Quítelo: es fácil olvidarlo al escribir la contraseña.',
      space_around:
        'Su contraseña empieza y termina con un espacio o un carácter invisible. Quítelos: es fácil olvidarlos al escribir la contraseña.',
    },
    current_password: {
      required: 'Escriba su contraseña actual',
      wrong: 'Escriba de nuevo su contraseña actual: esta no es correcta',
    },
  },
  guessablePassword: {
    common: 'Esta contraseña está en una lista que los atacantes prueban primero.',
    decorated: 'Esta contraseña se compone de palabras o contraseñas muy conocidas, con poco más.',
    personal: 'Esta contraseña contiene su nombre, su correo electrónico o su número de teléfono.',
    service: 'Esta contraseña contiene el nombre de este sitio o de un servicio conectado.',
    keyboard: 'Esta contraseña es una fila de teclas del teclado.',
    sequence: 'Esta contraseña es una serie de letras o números en su orden.',
    repeated: 'Esta contraseña repite la misma parte.',
    dates: 'Esta contraseña se compone de fechas o años.',
  },
  betterPassword: 'Use cuatro o más palabras sin relación entre sí.',
  troubles: {
    busy: 'En este momento hay muchas personas iniciando sesión. No se ha cambiado nada. Espere un minuto e inténtelo de nuevo.',
    unavailable:
      'Tenemos un problema técnico. No se ha cambiado nada. Inténtelo de nuevo dentro de unos minutos.',
    'mail-unavailable':
      'En este momento no podemos enviar correos, así que ahora no se ha enviado ningún correo. Inténtelo de nuevo dentro de unos minutos.',
    'unknown-browser':
      'Se han escrito demasiadas contraseñas incorrectas para esta cuenta. Cierre la sesión e iníciela de nuevo. Entonces le diremos cómo continuar en este navegador.',
    'form-expired':
      'Esta página ha estado abierta demasiado tiempo, o alguien ha iniciado o cerrado sesión mientras tanto. No se ha enviado nada. Revise lo que ha escrito y envíelo otra vez. Si vuelve a leer este mensaje, permita las cookies de este sitio.',
    'link-over':
      'Este enlace ha caducado o ya se ha usado. No se ha cambiado nada. Lo que escribió sigue aquí: envíelo otra vez y le enviaremos un enlace nuevo.',
    wait: (duration: string) => `Ha habido demasiados intentos. Espere ${duration} e inténtelo de nuevo.`,
  },
}
