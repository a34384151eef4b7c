<?php
// Checks what the gate says about the citizen of a request. Copy this file. It needs the extensions openssl, json and posix.

// Without them, nothing that the gate signs could be checked.
foreach (['SSO_PROGRAM_URL', 'PORTICO_GATE_URL'] as $name) {
    if (!getenv($name)) {
        http_response_code(500);
        exit("$name is missing.");
    }
}

/** The citizen of this request: account, sub, name, email. Null for a visitor. Throws if the gate has not signed it. */
function citizen(): ?array
{
    $token = $_SERVER['HTTP_X_PORTICO_IDENTITY'] ?? '';
    if ($token === '') {
        return null;
    }
    if (substr_count($token, '.') !== 2) {
        throw new RuntimeException('no token');
    }
    [$head, $claims, $signature] = explode('.', $token);
    $header = json_decode(from_base64url($head), true, flags: JSON_THROW_ON_ERROR);
    $key = gate_key($header['kid'] ?? '');
    $raw = from_base64url($signature);
    if ($key === null || ($header['alg'] ?? '') !== 'ES256' || strlen($raw) !== 64) {
        throw new RuntimeException('unknown key or signature');
    }
    if (openssl_verify("$head.$claims", der_signature($raw), $key, OPENSSL_ALGO_SHA256) !== 1) {
        throw new RuntimeException('wrong signature');
    }
    $who = json_decode(from_base64url($claims), true, flags: JSON_THROW_ON_ERROR);
    $program = getenv('SSO_PROGRAM_URL');
    if ($who['iss'] !== $program || $who['aud'] !== $program || time() >= $who['exp']) {
        throw new RuntimeException('for another program, or expired');
    }
    return $who;
}

/** A public key of the gate, in PEM. The keys stay in a file, and are fetched again if one is unknown. */
function gate_key(string $kid): ?string
{
    $file = sys_get_temp_dir() . '/portico-gate-keys-' . md5(getenv('PORTICO_GATE_URL')) . '.json';
    // Another user of this machine could have put keys of their own there.
    $is_own = !is_link($file) && (@lstat($file)['uid'] ?? null) === posix_geteuid();
    foreach ([...($is_own ? [$file] : []), getenv('PORTICO_GATE_URL') . '/gate/jwks.json'] as $place) {
        $text = @file_get_contents($place, false, stream_context_create(['http' => ['timeout' => 2]]));
        $set = $text === false ? [] : json_decode($text, true);
        foreach ($set['keys'] ?? [] as $key) {
            if ($key['kid'] === $kid) {
                if ($place !== $file) {
                    $new = tempnam(sys_get_temp_dir(), 'portico');
                    file_put_contents($new, $text);
                    @rename($new, $file) || unlink($new);
                }
                return pem($key);
            }
        }
    }
    return null;
}

/** A key of P-256 as openssl reads it: a fixed beginning, and the two numbers. */
function pem(array $key): string
{
    $start = hex2bin('3059301306072a8648ce3d020106082a8648ce3d03010703420004');
    $body = chunk_split(base64_encode($start . from_base64url($key['x']) . from_base64url($key['y'])), 64);
    return "-----BEGIN PUBLIC KEY-----\n$body-----END PUBLIC KEY-----\n";
}

/** A signature of a token is two numbers of 32 bytes. openssl reads them in DER. */
function der_signature(string $raw): string
{
    $number = function (string $bytes): string {
        $bytes = ltrim($bytes, "\0");
        $bytes = ord($bytes[0] ?? "\x80") >= 0x80 ? "\0$bytes" : $bytes;
        return "\x02" . chr(strlen($bytes)) . $bytes;
    };
    $both = $number(substr($raw, 0, 32)) . $number(substr($raw, 32));
    return "\x30" . chr(strlen($both)) . $both;
}

function from_base64url(string $text): string
{
    return base64_decode(strtr($text, '-_', '+/'), true) ?: throw new RuntimeException('no base64url');
}
