package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Gate checks what the gate has signed. Copy this file.
type Gate struct {
	keysURL string
	program string
	secret  []byte

	mu      sync.Mutex
	keys    map[string]*ecdsa.PublicKey
	askedAt time.Time
}

// NewGate takes the address of the gate, SSO_PROGRAM_URL and GATE_HOOKS_SECRET. None of them may be missing: everybody
// could sign hooks with an empty secret.
func NewGate(gateURL, programURL, hooksSecret string) (*Gate, error) {
	encoded, found := strings.CutPrefix(hooksSecret, "whsec_")
	secret, err := base64.StdEncoding.DecodeString(encoded)
	if gateURL == "" || programURL == "" || !found || err != nil || len(secret) < 24 {
		return nil, errors.New("PORTICO_GATE_URL, SSO_PROGRAM_URL and GATE_HOOKS_SECRET (whsec_ and base64 of 24 bytes or more) are needed")
	}
	return &Gate{keysURL: gateURL + "/gate/jwks.json", program: programURL, secret: secret}, nil
}

// Citizen is who the gate says that a request comes from.
type Citizen struct {
	Account string `json:"account"`
	Subject string `json:"sub"`
	Name    string `json:"name"`
	Email   string `json:"email"`
}

// Citizen returns nil for a visitor, and an error for a header that the gate has not signed.
func (g *Gate) Citizen(r *http.Request) (*Citizen, error) {
	token := r.Header.Get("X-Portico-Identity")
	if token == "" {
		return nil, nil
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("no token")
	}
	var head struct{ Alg, Kid string }
	var claims struct {
		Citizen
		Iss string
		Aud string
		Exp int64
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err := errors.Join(err, decode(parts[0], &head), decode(parts[1], &claims)); err != nil {
		return nil, err
	}
	key := g.key(head.Kid)
	if key == nil || head.Alg != "ES256" || len(signature) != 64 {
		return nil, errors.New("unknown key or signature")
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	number := func(bytes []byte) *big.Int { return new(big.Int).SetBytes(bytes) }
	if !ecdsa.Verify(key, digest[:], number(signature[:32]), number(signature[32:])) {
		return nil, errors.New("wrong signature")
	}
	if claims.Iss != g.program || claims.Aud != g.program || time.Now().Unix() >= claims.Exp {
		return nil, errors.New("for another program, or expired")
	}
	return &claims.Citizen, nil
}

// key asks the gate for its keys again if a key is unknown, at most every ten seconds.
func (g *Gate) key(kid string) *ecdsa.PublicKey {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.keys[kid] == nil && time.Since(g.askedAt) > 10*time.Second {
		if keys, err := fetchKeys(g.keysURL); err == nil {
			g.keys, g.askedAt = keys, time.Now()
		}
	}
	return g.keys[kid]
}

func fetchKeys(url string) (map[string]*ecdsa.PublicKey, error) {
	client := http.Client{Timeout: 2 * time.Second}
	answer, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var set struct{ Keys []struct{ Kid, X, Y string } }
	if err := json.NewDecoder(answer.Body).Decode(&set); err != nil {
		return nil, err
	}
	keys := map[string]*ecdsa.PublicKey{}
	for _, one := range set.Keys {
		x, errX := base64.RawURLEncoding.DecodeString(one.X)
		y, errY := base64.RawURLEncoding.DecodeString(one.Y)
		point := append(append([]byte{4}, x...), y...)
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
		if err := errors.Join(errX, errY, err); err != nil {
			return nil, err
		}
		keys[one.Kid] = key
	}
	return keys, nil
}

func decode(part string, into any) error {
	text, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Body returns the body of a hook, if the gate has signed it within five minutes (Standard Webhooks).
func (g *Gate) Body(r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	sentAt, errTime := strconv.ParseInt(r.Header.Get("Webhook-Timestamp"), 10, 64)
	age := time.Since(time.Unix(sentAt, 0))
	if errors.Join(err, errTime) != nil || age.Abs() > 5*time.Minute {
		return nil, false
	}
	mac := hmac.New(sha256.New, g.secret)
	fmt.Fprintf(mac, "%s.%d.%s", r.Header.Get("Webhook-Id"), sentAt, body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Fields(r.Header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(given), []byte(wanted)) {
			return body, true
		}
	}
	return nil, false
}
