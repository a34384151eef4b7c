#!/bin/sh
# A sign-in step by step. Needs curl, jq and openssl.
set -eu
: "${ISSUER:?}" "${CLIENT_ID:?}" "${CLIENT_SECRET:?}" "${REDIRECT_URI:?}"

random() { openssl rand 32 | base64url; }
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
# Basic (-u). The id and the secret need no encoding: they have letters, digits, "-" and "_" only.
ask() { curl --silent --show-error --fail-with-body --user "$CLIENT_ID:$CLIENT_SECRET" "$@"; }

echo '1. The endpoints, from discovery'
places=$(curl --silent --show-error --fail "$ISSUER/.well-known/openid-configuration")
authorize=$(echo "$places" | jq -r .authorization_endpoint)
token=$(echo "$places" | jq -r .token_endpoint)
introspect=$(echo "$places" | jq -r .introspection_endpoint)
revoke=$(echo "$places" | jq -r .revocation_endpoint)

echo '2. Open this address in a browser, and sign in'
state=$(random)
nonce=$(random)
verifier=$(random)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | base64url)
redirect=$(printf %s "$REDIRECT_URI" | jq -sRr @uri)
scope='openid%20profile%20email%20offline_access'
echo "$authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=$redirect&scope=$scope&state=$state&nonce=$nonce&code_challenge=$challenge&code_challenge_method=S256"

echo '3. Paste the address to which the browser was sent'
read -r callback
parameter() { printf %s "$callback" | sed -n "s/.*[?&]$1=\([^&#]*\).*/\1/p"; }
test "$(parameter state)" = "$state" || { echo 'Another state: this answer is not for this sign-in' >&2; exit 1; }
code=$(parameter code)
test -n "$code" || { echo "No code but $(parameter error)" >&2; exit 1; }

echo '4. The tokens, for the code and the verifier'
tokens=$(ask "$token" -d grant_type=authorization_code -d "code=$code" \
  --data-urlencode "redirect_uri=$REDIRECT_URI" -d "code_verifier=$verifier")

echo '5. What the ID token says. A program also verifies its signature, iss, aud and exp'
claims=$(echo "$tokens" | jq -r '.id_token | split(".")[1] | gsub("-"; "+") | gsub("_"; "/") | @base64d')
test "$(echo "$claims" | jq -r .nonce)" = "$nonce" || { echo 'Another nonce' >&2; exit 1; }
test "$(echo "$claims" | jq -r .email_verified)" = true || { echo 'The address is not verified' >&2; exit 1; }
echo "$claims" | jq -r '"Hello \(.name), your subject is \(.sub)"'

echo '6. A new access token'
tokens=$(ask "$token" -d grant_type=refresh_token -d "refresh_token=$(echo "$tokens" | jq -r .refresh_token)")

echo '7. Is the session still open?'
access=$(echo "$tokens" | jq -r .access_token)
ask "$introspect" -d "token=$access" | jq -c '{active}'

echo '8. Sign out of this program'
ask "$revoke" -d "token=$(echo "$tokens" | jq -r .refresh_token)"
ask "$introspect" -d "token=$access" | jq -c '{active}'
