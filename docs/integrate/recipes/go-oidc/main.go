package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// A visitor before the sign-in (state, nonce, verifier) and after it.
type visitor struct {
	state, nonce, verifier string
	name, subject          string
	token                  *oauth2.Token
}

type program struct {
	issuer, introspection string
	oauth                 oauth2.Config
	verifier              *oidc.IDTokenVerifier
	secure                bool
	lock                  sync.Mutex
	visitors              map[string]*visitor // Use your database.
}

func main() {
	issuer, base := os.Getenv("ISSUER"), os.Getenv("BASE_URL")
	provider, err := oidc.NewProvider(context.Background(), issuer)
	if err != nil {
		log.Fatal(err)
	}
	var metadata struct {
		Introspection string `json:"introspection_endpoint"`
	}
	if err := provider.Claims(&metadata); err != nil {
		log.Fatal(err)
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	p := &program{
		issuer:        issuer,
		introspection: metadata.Introspection,
		secure:        strings.HasPrefix(base, "https:"),
		visitors:      map[string]*visitor{},
		oauth: oauth2.Config{
			ClientID:     os.Getenv("CLIENT_ID"),
			ClientSecret: os.Getenv("CLIENT_SECRET"),
			RedirectURL:  base + "/callback",
			Endpoint:     endpoint,
			Scopes:       []string{oidc.ScopeOpenID, "profile", "email", oidc.ScopeOfflineAccess},
		},
	}
	p.verifier = provider.Verifier(&oidc.Config{ClientID: p.oauth.ClientID})
	http.HandleFunc("GET /{$}", p.page(p.home))
	http.HandleFunc("GET /callback", p.page(p.callback))
	http.HandleFunc("GET /refresh", p.page(p.refresh))
	http.HandleFunc("GET /check", p.page(p.check))
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}

func (p *program) page(answer func(http.ResponseWriter, *http.Request, *visitor) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.lock.Lock() // One request after the other, so that a refresh token is used once.
		defer p.lock.Unlock()
		known := &visitor{}
		if cookie, err := r.Cookie("session"); err == nil && p.visitors[cookie.Value] != nil {
			known = p.visitors[cookie.Value]
		}
		if err := answer(w, r, known); err != nil {
			log.Print(err)
			http.Error(w, "The sign-in did not work. Begin again at the first page.", http.StatusBadGateway)
		}
	}
}

// A sign-in gets a new cookie, so that nobody can know it from before.
func (p *program) keep(w http.ResponseWriter, v *visitor) {
	id := rand.Text()
	p.visitors[id] = v
	http.SetCookie(w, &http.Cookie{
		Name: "session", Value: id, Path: "/", HttpOnly: true, Secure: p.secure, SameSite: http.SameSiteLaxMode,
	})
}

func (p *program) home(w http.ResponseWriter, r *http.Request, v *visitor) error {
	if v.token != nil {
		_, err := fmt.Fprintf(w, "Hello %s, your subject is %s", v.name, v.subject)
		return err
	}
	v = &visitor{state: rand.Text(), nonce: rand.Text(), verifier: oauth2.GenerateVerifier()}
	p.keep(w, v)
	to := p.oauth.AuthCodeURL(v.state, oidc.Nonce(v.nonce), oauth2.S256ChallengeOption(v.verifier))
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

func (p *program) callback(w http.ResponseWriter, r *http.Request, v *visitor) error {
	query := r.URL.Query()
	if v.state == "" || query.Get("state") != v.state || query.Get("iss") != p.issuer {
		return fmt.Errorf("the answer is not for this sign-in")
	}
	if code := query.Get("error"); code != "" {
		return fmt.Errorf("the identity service says %q", code)
	}
	token, err := p.oauth.Exchange(r.Context(), query.Get("code"), oauth2.VerifierOption(v.verifier))
	if err != nil {
		return err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := p.verifier.Verify(r.Context(), raw)
	if err != nil {
		return err
	}
	// go-oidc leaves the nonce to you.
	if idToken.Nonce != v.nonce {
		return fmt.Errorf("the ID token has another nonce")
	}
	if err := idToken.VerifyAccessToken(token.AccessToken); err != nil {
		return err
	}
	var claims struct {
		Name          string
		EmailVerified bool `json:"email_verified"`
	}
	if err := idToken.Claims(&claims); err != nil {
		return err
	}
	if !claims.EmailVerified {
		return fmt.Errorf("the address is not verified")
	}
	p.keep(w, &visitor{name: claims.Name, subject: idToken.Subject, token: token})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

// TokenSource refreshes only when the access token has expired. This refreshes now.
func (p *program) refresh(w http.ResponseWriter, r *http.Request, v *visitor) error {
	token, err := p.oauth.TokenSource(r.Context(), &oauth2.Token{RefreshToken: v.token.RefreshToken}).Token()
	if err != nil {
		return err
	}
	v.token = token
	_, err = fmt.Fprint(w, "refreshed")
	return err
}

func (p *program) check(w http.ResponseWriter, r *http.Request, v *visitor) error {
	form := url.Values{"token": {v.token.AccessToken}}.Encode()
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodPost, p.introspection, strings.NewReader(form))
	if err != nil {
		return err
	}
	ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	ask.SetBasicAuth(url.QueryEscape(p.oauth.ClientID), url.QueryEscape(p.oauth.ClientSecret))
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("introspection answered %s", answer.Status)
	}
	var said struct {
		Active bool `json:"active"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(said)
}
