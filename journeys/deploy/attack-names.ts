/** Names under which back ends are told who a citizen is, by the gate or by another proxy. Values of visitors never arrive there. */
export const CLAIMED: Readonly<Record<string, readonly string[]>> = {
  gate: [
    ...[
      'Identity',
      'Subject',
      'Account',
      'Name',
      'Email',
      'Role',
      'Roles',
      'Groups',
      'User',
      'Refusal',
      'X',
    ].map((one) => `X-Portico-${one}`),
    ...[
      'X_Portico_Subject',
      'X-Portico_Subject',
      'X_PORTICO-Subject',
      'x_portico_role',
      'X.Portico.Identity',
    ],
  ],
  'CGI and Authelia': [
    ...['Remote-User', 'Remote-Name', 'Remote-Email', 'Remote-Groups', 'REMOTE_USER', 'Remote-Client'],
    ...['X-Remote-User', 'X-Remote-Group', 'X-Remote-Extra-Scopes', 'X_Remote_User'],
  ],
  'oauth2-proxy': [
    ...['User', 'Email', 'Groups', 'Preferred-Username', 'Access-Token', 'Redirect'].map(
      (one) => `X-Auth-Request-${one}`,
    ),
    ...['User', 'Email', 'Groups', 'Preferred-Username', 'Access-Token'].map((one) => `X-Forwarded-${one}`),
  ],
  Grafana: ['X-WEBAUTH-USER', 'X-Webauth-Name', 'X-WebAuth-Email', 'X-WEBAUTH-GROUPS', 'X-Webauth-Role'],
  Pomerium: ['X-Pomerium-Jwt-Assertion', 'X-Pomerium-Claim-Email', 'X-Pomerium-Claim-Groups'],
  authentik: ['X-authentik-username', 'X-authentik-groups', 'X-authentik-uid', 'X-authentik-jwt'],
  Cloudflare: ['Cf-Access-Jwt-Assertion', 'Cf-Access-Authenticated-User-Email', 'CF-Access-Client-Id'],
  Google: ['X-Goog-IAP-JWT-Assertion', 'X-Goog-Authenticated-User-Email', 'X-Goog-Authenticated-User-Id'],
  Azure: ['X-MS-CLIENT-PRINCIPAL', 'X-MS-CLIENT-PRINCIPAL-ID', 'X-MS-TOKEN-AAD-ID-TOKEN'],
  AWS: ['X-Amzn-Oidc-Data', 'X-Amzn-Oidc-Identity', 'X-Amzn-Oidc-Accesstoken'],
  Kong: [
    ...['X-Consumer-Id', 'X-Consumer-Username', 'X-Consumer-Groups', 'X-Authenticated-Userid'],
    ...['X-Credential-Identifier', 'X-Anonymous-Consumer', 'X-Userinfo', 'X-Authenticated-User'],
  ],
  Vouch: ['X-Vouch-User', 'X-Vouch-Idp-Claims-Email'],
  Gatekeeper: [
    'X-Auth-Username',
    'X-Auth-Userid',
    'X-Auth-Email',
    'X-Auth-Roles',
    'X-Auth-Groups',
    'X-Auth-Subject',
  ],
  Tailscale: ['Tailscale-User-Login', 'Tailscale-User-Name'],
  mod_auth_openidc: ['OIDC-Claim-Sub', 'OIDC_CLAIM_email', 'OIDC-Access-Token'],
  certificates: [
    'SSL-Client-S-DN',
    'X-SSL-Client-Verify',
    'X-Client-Cert',
    'X-Forwarded-Client-Cert',
    'Client-Cert',
    'X-Client-DN',
    'X-Client-Verify',
    'X-SSL-Cert',
    'X-ARR-ClientCert',
    'X-Amzn-Mtls-Clientcert-Subject',
    'WL-Proxy-Client-Cert',
  ],
  'gates of before': [
    ...['SM-User', 'SM_USER', 'SM-UniversalID', 'iv-user', 'iv-groups', 'iv-creds', 'OAM-Remote-User'],
    ...['Osso-User-Dn', 'Shib-Session-ID', 'Shib-Identity-Provider', 'Mellon-Name-ID', 'CAS-User'],
    ...['X-Apigateway-Api-Userinfo', 'X-Endpoint-API-UserInfo', 'X-JWT-Assertion'],
  ],
}

/** Names under which back ends are told about the connection: address, host, scheme, path. */
export const TOLD_BY_PROXIES: readonly string[] = [
  ...['For', 'Host', 'Proto', 'Port', 'Prefix', 'Server', 'Uri', 'Method', 'Scheme', 'Ssl', 'Path', 'By'].map(
    (one) => `X-Forwarded-${one}`,
  ),
  ...[
    'Forwarded',
    'X-Forwarded',
    'Proxy',
    'X-Real-IP',
    'Client-IP',
    'X-Client-IP',
    'True-Client-IP',
    'X-Cluster-Client-IP',
  ],
  ...[
    'CF-Connecting-IP',
    'CF-Connecting-IPv6',
    'Fastly-Client-IP',
    'X-ProxyUser-Ip',
    'X-Azure-ClientIP',
    'WL-Proxy-Client-IP',
  ],
  ...[
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Original-Host',
    'X-Original-URI',
    'X-Original-Method',
    'X-Original-Forwarded-For',
  ],
  ...[
    'X-Host',
    'X-HTTP-Host',
    'X-HTTP-Host-Override',
    'X-Script-Name',
    'X-Scheme',
    'X-Url-Scheme',
    'Front-End-Https',
  ],
  ...[
    'X_Forwarded_For',
    'X_Forwarded_Host',
    'X_Original_URL',
    'SCRIPT_NAME',
    'PATH_INFO',
    'X-Sendfile-Type',
    'X-Accel-Mapping',
  ],
  ...['X-Envoy-Original-Path', 'X-Envoy-External-Address', 'X-Envoy-Internal', 'HTTP2-Settings'],
]

/** What visitors ask for besides a WebSocket: everything that reads it would read bytes that nobody has checked. */
export const UPGRADES: readonly (string | readonly string[])[] = [
  ...[
    'h2c',
    'H2C',
    'h2',
    'HTTP/2.0',
    'TLS/1.0',
    'foo',
    'websocket, h2c',
    'h2c, websocket',
    'h2c,websocket',
    'websocket/13',
    'connect-udp',
  ],
  ['websocket', 'h2c'],
  ['h2c', 'websocket'],
]

/** Paths below a public one, as some reader takes them, that lead out of it. Nobody but a citizen may ask for them. */
export const WAYS_OUT: readonly string[] = [
  ...[
    '/public/../permits',
    '/public/%2e%2e/permits',
    '/public/.%2e/permits',
    '/public//permits',
    '/public/..;/permits',
  ],
  ...['/public/..%2fpermits', '/public/..%5cpermits', '/public/..\\permits', '/public/%252e%252e/permits'],
  ...['/public/%ef%bc%8e%ef%bc%8e/permits', '/public/..%ef%bc%8fpermits', '/public/..%ef%bc%bcpermits'],
  ...[
    '/public/.%0d./permits',
    '/public/.%0a./permits',
    '/public/.%09./permits',
    '/public/.%20./permits',
    '/public/..%20/permits',
  ],
  ...[
    '/public/.%00./permits',
    '/public/..%00/permits',
    '/public/.%ad./permits',
    '/public/.%e2%80%8b./permits',
  ],
  ...[
    '/public/%c0%ae%c0%ae/permits',
    '/public/%e2%80%a5/permits',
    '/public/..%e2%88%95permits',
    '/public/..%e2%81%84permits',
  ],
  ...[
    '/public/..%c1%9cpermits',
    '/public/%u002e%u002e/permits',
    '/public/%ff/../permits',
    '/public/..%c2%a0/permits',
  ],
]

/** Addresses that a router may take for `/pay`. */
export const SPELLINGS_OF_PAY: readonly string[] = [
  ...[
    '/pay',
    '/PAY',
    '/pay/',
    '/pay.json',
    '/%70ay',
    '/pay/now',
    '/./pay',
    '/x/../pay',
    '//pay',
    '/pay;a=1',
    '/x%2fpay',
  ],
  ...[
    '/%EF%BD%90ay',
    '/p%C2%ADay',
    '/pay%00',
    '/%2570ay',
    '/x/%ef%bc%8e%ef%bc%8e/pay',
    '/x/.%0d./pay',
    '/x/..%ef%bc%8fpay',
  ],
]

/** Lines of cookies out of which a careless removal of the gate's cookie makes a cookie that nobody has sent. */
export const COOKIES: readonly string[] = [
  '__Ho__Host-portico=x; st-session=evil',
  '__Ho__Host-portico=x;st-portico=evil',
  '__Ho__Host-portico-login-a=x; st-portico=evil',
  'a=1; __Sec__Host-portico=x; ure-session=evil',
  'a__Host-portico=1; b=2',
  'a=__Host-portico=1; b=2',
  ' ; ;b=2; c',
]
