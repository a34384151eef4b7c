/** Texts that have caused faults in parsers. */
export const NASTY: readonly string[] = [
  ...['', ' ', '\0', '\r\n', '\n', '\t', '\x7f', '\x1b[2J', '\\', "'", '"', '`', '${7*7}', "' or 1=1 --"],
  ...'% %00 %ff %u0041 %c0%af + & = ; # ?'.split(' '),
  ...'<script> ../../../etc/passwd //evil.example.test javascript:1 __proto__ constructor toString'.split(
    ' ',
  ),
  ...'0 -1 1e999 9007199254740993 99999999999999999999 NaN true null [] {} undefined'.split(' '),
  ...['\ufeff', '\u200b', '\u202e', '\u2028', '\ud800', '\udfff', '\u{1f600}'],
  ...['é', 'e\u0301', '\uff20', '\u0130', '\u212a', '\xff\xfe'],
  ...['a'.repeat(300), '%41'.repeat(100), '['.repeat(500), '../'.repeat(100), 'a=b&'.repeat(70)],
  ...['.'.repeat(400), '@'.repeat(330), `pat_${'A'.repeat(64)}`, `prt_${'_'.repeat(64)}`],
  ...[`pac_${'-'.repeat(64)}`, `pgl_${'A'.repeat(64)}`, 'pat_', 'prt_', 'pac_', 'pgl_'],
]

/** Methods, known and unknown. */
export const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND get QUERY X'.split(' ')

/** Media types of bodies. */
export const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
  ';',
  'application/x-www-form-urlencoded; charset="utf-8"',
]

/** Headers with a meaning for some programs. */
export const HEADERS = [
  ...'Host Cookie Authorization Content-Type Content-Encoding Content-Length Transfer-Encoding Accept'.split(
    ' ',
  ),
  ...'Accept-Language Accept-Encoding Expect Upgrade Range If-None-Match If-Modified-Since Origin Referer'.split(
    ' ',
  ),
  ...'User-Agent Sec-Fetch-Site X-Forwarded-For X-Forwarded-Host Forwarded X-Request-Id Connection Trailer'.split(
    ' ',
  ),
  ...'TE Via __proto__ constructor'.split(' '),
]

/** Parameters with a meaning here or in other services. */
export const NAMES = [
  ...'csrf_token email password full_name phone_number link resume notice decision request session token'.split(
    ' ',
  ),
  ...'token_type_hint grant_type code redirect_uri code_verifier refresh_token scope client_id'.split(' '),
  ...'client_secret state nonce response_type response_mode prompt max_age login_hint id_token_hint'.split(
    ' ',
  ),
  ...'ui_locales request_uri registration claims display acr_values code_challenge code_challenge_method'.split(
    ' ',
  ),
  ...'email[] __proto__ toString'.split(' '),
]
