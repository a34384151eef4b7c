import type { Words } from './en.ts'

/** All words in Spanish. */
export const es: Words = {
  ownName: 'Español',
  direction: 'ltr',
  page: {
    town: 'Ciudad de Ejemplo',
    title: 'Permisos de aparcamiento',
    description: 'Solicite un permiso de aparcamiento y vea cómo está su solicitud.',
    skip: 'Ir al contenido',
    signedInAs: 'Sesión iniciada como',
    account: 'Cuenta central',
    signOut: 'Cerrar sesión',
    openAccount: 'Abrir la cuenta central',
    noScript: 'Esta página necesita JavaScript para iniciar sesión.',
    starting: 'Un momento…',
    lead: 'Solicite un permiso de aparcamiento para su calle y vea aquí si se ha concedido.',
    signIn: 'Iniciar sesión',
    createAccount: 'Crear una cuenta',
    signInHint: 'Inicie sesión con su cuenta central. Es una sola cuenta para todos los servicios públicos.',
    oldSummary: 'Ya tengo una cuenta de aparcamiento con su propia contraseña',
    oldTitle: 'Vincular mi cuenta antigua',
    oldLead:
      'Inicie sesión una vez con su contraseña antigua. Después, vincule la cuenta. Sus permisos se conservan aquí y la contraseña antigua deja de funcionar.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    oldSignIn: 'Entrar con la contraseña antigua',
    connectTitle: 'Vincular esta cuenta',
    connectLead:
      'Ha entrado con una contraseña antigua. Vincule esta cuenta a su cuenta central. Sus permisos se conservan aquí y la contraseña antigua deja de funcionar.',
    connect: 'Vincular a mi cuenta central',
    permitsTitle: 'Sus permisos',
    noPermits: 'Todavía no tiene permisos. Solicite el primero más abajo.',
    applyTitle: 'Solicitar un permiso',
    plate: 'Matrícula',
    zone: 'Zona',
    apply: 'Solicitar',
    devicesTitle: 'Sus dispositivos',
    devicesLead: 'Ha iniciado sesión en los permisos de aparcamiento en estos dispositivos.',
    officerTitle: 'Solicitudes pendientes de decisión',
    noApplications: 'No hay solicitudes pendientes.',
    languages: 'Idioma',
    foot: 'Este es un programa de ejemplo. Usted inicia sesión con su cuenta central, y este programa no recibe su contraseña.',
  },
  app: {
    locale: 'es-ES',
    named: '{name}: {about}',
    application: '{plate}, {applicant}',
    zones: {
      'old-town': 'Casco antiguo',
      harbour: 'Puerto',
      'castle-hill': 'Colina del Castillo',
      'station-quarter': 'Barrio de la Estación',
    },
    statuses: { applied: 'Solicitado', granted: 'Concedido', refused: 'Denegado' },
    applied: 'Ha solicitado un permiso para {plate}.',
    grant: 'Conceder',
    refuse: 'Denegar',
    download: 'Descargar',
    noFile: 'El archivo no se puede descargar en este momento. Inténtelo de nuevo dentro de un momento.',
    device: '{browser} en {system}',
    unknownBrowser: 'Navegador desconocido',
    thisDevice: 'Este dispositivo',
    since: 'desde el {date}',
    tryAgain: 'Intentar de nuevo',
    signIn: 'Iniciar sesión',
    connectOld: 'Vincular mi cuenta antigua',
    signInCentrally: 'Iniciar sesión con la cuenta central',
    signedOut: 'Ha cerrado la sesión.',
    signedOutHere:
      'Ha cerrado la sesión aquí. En un ordenador compartido, cierre también la sesión de su cuenta central.',
    offline:
      'Parece que no tiene conexión a internet. No se ha perdido nada. Continúe cuando vuelva a tener conexión.',
    problems: {
      invalid_fields: 'No se ha enviado nada. Corrija primero esto:',
      wrong_password:
        'El correo electrónico o la contraseña no son correctos. Si ha vinculado esta cuenta, inicie sesión con su cuenta central.',
      not_an_officer: 'Solo el personal que tramita los permisos puede hacer esto.',
      own_application: 'No puede decidir sobre su propia solicitud.',
      already_applied: 'Ya ha hecho una solicitud para este coche en esta zona.',
      already_decided: 'Esta solicitud ya está resuelta.',
      throttled: 'Demasiados intentos. Espere {time}.',
      failed: 'Ha ocurrido un error por nuestra parte. Inténtelo de nuevo dentro de un momento.',
      unavailable:
        'Esto no está disponible en este momento. No se ha cambiado nada. Inténtelo de nuevo dentro de un momento.',
    },
    fields: {
      email: {
        missing: 'Escriba su correo electrónico',
        wrong: 'Escriba un correo electrónico con el formato nombre@example.com',
      },
      password: {
        missing: 'Escriba su contraseña antigua',
        wrong: 'Escriba una contraseña de 256\u00a0caracteres como máximo',
      },
      plate: {
        missing: 'Escriba su matrícula',
        wrong:
          'Escriba una matrícula de 2 a 12\u00a0caracteres (letras de la A a la Z y cifras), con al menos una cifra',
      },
      zone: { missing: 'Elija una zona', wrong: 'Elija una zona de la lista' },
    },
    sso: {
      cancelled: 'No ha terminado de iniciar sesión.',
      existing_account:
        'Ya tiene una cuenta aquí. Entre una vez con la contraseña antigua y vincule después esa cuenta a su cuenta central.',
      unavailable: 'El inicio de sesión no está disponible en este momento. No se ha cambiado nada.',
      flow_not_found:
        'Este inicio de sesión empezó en otro navegador o ha tardado demasiado. Inicie sesión de nuevo.',
      handoff_refused: 'No se ha podido completar este inicio de sesión. Inténtelo de nuevo.',
      offline: 'En este momento no podemos comprobar su sesión. Sigue iniciada; lo intentaremos de nuevo.',
      session_ended:
        'Su sesión aquí se ha cerrado desde su cuenta central. Ocurre, por ejemplo, cuando cierra la sesión allí, desconecta este programa o cambia la contraseña. Sus permisos se conservan. Para continuar, inicie sesión de nuevo.',
      session_expired:
        'Su sesión aquí se ha cerrado o ha caducado. Sus permisos se conservan. Para continuar, inicie sesión de nuevo.',
      storage_blocked:
        'Este navegador bloquea el almacenamiento, que es necesario para iniciar sesión. Permítalo para esta página y vuelva a cargarla.',
      sso_disabled: 'El inicio de sesión está desactivado aquí. Vuelva más tarde.',
    },
    refusedConnection: {
      'central-account-taken':
        'Su cuenta central ya está vinculada a otra cuenta de aparcamiento, así que esta cuenta antigua no se puede vincular a ella. No se ha cambiado nada y sigue en la cuenta antigua. Para usar la otra, inicie sesión con su cuenta central.',
      'old-account-taken':
        'Su sesión antigua ha terminado, probablemente porque esta cuenta se ha vinculado mientras tanto a una cuenta central. Esta vez no se ha cambiado nada. Inicie sesión con esa cuenta central.',
      unknown:
        'Estas dos cuentas no se pueden vincular. No se ha cambiado nada. Inicie sesión con su cuenta central para ver a qué cuenta de aparcamiento está vinculada.',
    },
  },
  file: {
    title: 'Ciudad de Ejemplo: permiso de aparcamiento',
    plate: 'Matrícula: {value}',
    zone: 'Zona: {value}',
    granted: 'Concedido: {value}',
    permit: 'Permiso: {value}',
  },
}
