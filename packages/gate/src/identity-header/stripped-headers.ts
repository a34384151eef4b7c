/** Families of names that say who a citizen is: the gate's own, and those of other proxies whose back ends believe them. */
const WHO = [
  ...[
    'x-portico',
    'remote',
    'x-remote',
    'x-auth-request',
    'x-auth-(?:user(?:id|name)?|email|name|groups|roles|subject)',
    'x-webauth',
  ],
  ...[
    'x-authenticated',
    'x-anonymous',
    'x-consumer',
    'x-credential',
    'x-userinfo',
    'x-vouch',
    'x-pomerium',
    'x-authentik',
  ],
  ...[
    'cf-access',
    'x-goog-(?:iap|authenticated)',
    'x-ms-(?:client-principal|token)',
    'x-amzn-oidc',
    'tailscale',
    'oidc',
  ],
  ...[
    'ssl-client',
    'x-ssl',
    'client-cert',
    'x-client-(?:cert|dn|verify)',
    'x-arr',
    'x-amzn-mtls',
    'wl-proxy',
  ],
  // SiteMinder, WebSEAL, Oracle, Shibboleth, mod_auth_mellon, mod_auth_cas, Google, WSO2.
  ...['sm', 'iv', 'oam', 'osso', 'shib', 'mellon', 'cas', 'x-(?:apigateway|endpoint)-api', 'x-jwt-assertion'],
]

/** Families of names that say where a request comes from or leads to. CGI makes `HTTP_PROXY` of `Proxy`. */
const WHERE = [
  ...[
    'forwarded',
    'x-forwarded',
    'x-original',
    'x-rewrite',
    'x-envoy',
    'x-accel',
    'x-sendfile',
    'proxy',
    'x-real-ip',
  ],
  ...[
    '(?:x-|true-|x-cluster-|fastly-)?client-ip',
    'x-azure-clientip',
    'x-proxyuser-ip',
    'cf-connecting-ip(?:v6)?',
  ],
  ...['x-(?:http-)?host(?:-override)?', 'x-script-name', 'x-(?:url-)?scheme', 'front-end-https'],
]

const ONLY_FROM_PROXIES = new RegExp(`^(?:${[...WHO, ...WHERE].join('|')})(?:-|$)`)

/**
 * Whether only a proxy may say a header: the gate or another one. CGI, WSGI and Rack write `-` and `_` alike, and others
 * also replace further characters.
 */
export function isOnlyFromProxies(name: string): boolean {
  return ONLY_FROM_PROXIES.test(name.toLowerCase().replace(/[^a-z0-9]/g, '-'))
}
