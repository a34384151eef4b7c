package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/client/rs"
	httphelper "github.com/zitadel/oidc/v3/pkg/http"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"
)

type tokens = oidc.Tokens[*oidc.IDTokenClaims]

type nonceKey struct{}

type program struct {
	party    rp.RelyingParty
	resource rs.ResourceServer
	cookies  *httphelper.CookieHandler
	lock     sync.Mutex
	citizens map[string]*tokens // Use your database.
}

func main() {
	issuer, base := os.Getenv("ISSUER"), os.Getenv("BASE_URL")
	id, secret := os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET")
	ctx := context.Background()

	// A session of yours may be longer than this process: then keep the keys, too.
	options := []httphelper.CookieHandlerOpt{httphelper.WithSameSite(http.SameSiteLaxMode)}
	if !strings.HasPrefix(base, "https:") {
		options = append(options, httphelper.WithUnsecure())
	}
	cookies := httphelper.NewCookieHandler(random(), random(), options...)

	party, err := rp.NewRelyingPartyOIDC(ctx, issuer, id, secret, base+"/callback",
		[]string{oidc.ScopeOpenID, oidc.ScopeProfile, oidc.ScopeEmail, oidc.ScopeOfflineAccess},
		rp.WithPKCE(cookies),
		rp.WithCookieHandler(cookies),
		// Without this, refresh and revocation send the secret in the body: 401.
		rp.WithAuthStyle(oauth2.AuthStyleInHeader),
		rp.WithVerifierOpts(rp.WithNonce(func(ctx context.Context) string {
			nonce, _ := ctx.Value(nonceKey{}).(string)
			return nonce
		})),
	)
	if err != nil {
		log.Fatal(err)
	}
	resource, err := rs.NewResourceServerClientCredentials(ctx, issuer, id, secret)
	if err != nil {
		log.Fatal(err)
	}
	p := &program{party: party, resource: resource, cookies: cookies, citizens: map[string]*tokens{}}
	http.HandleFunc("GET /{$}", p.home)
	http.HandleFunc("GET /callback", p.callback)
	http.HandleFunc("GET /refresh", p.refresh)
	http.HandleFunc("GET /check", p.check)
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}

func random() []byte {
	bytes := make([]byte, 32)
	rand.Read(bytes)
	return bytes
}

func (p *program) citizen(r *http.Request) *tokens {
	id, err := p.cookies.CheckCookie(r, "session")
	if err != nil {
		return nil
	}
	return p.citizens[id]
}

func (p *program) home(w http.ResponseWriter, r *http.Request) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if known := p.citizen(r); known != nil {
		fmt.Fprintf(w, "Hello %s, your subject is %s", known.IDTokenClaims.Name, known.IDTokenClaims.Subject)
		return
	}
	// The library makes the state and the challenge. The nonce is yours, new for each sign-in.
	nonce := rand.Text()
	if err := p.cookies.SetCookie(w, "nonce", nonce); err != nil {
		fail(w, err)
		return
	}
	rp.AuthURLHandler(rand.Text, p.party, rp.WithURLParam("nonce", nonce))(w, r)
}

func (p *program) callback(w http.ResponseWriter, r *http.Request) {
	nonce, err := p.cookies.CheckCookie(r, "nonce")
	if err != nil {
		fail(w, err)
		return
	}
	p.cookies.DeleteCookie(w, "nonce")
	rp.CodeExchangeHandler(p.signedIn, p.party)(w, r.WithContext(context.WithValue(r.Context(), nonceKey{}, nonce)))
}

func (p *program) signedIn(w http.ResponseWriter, r *http.Request, t *tokens, _ string, _ rp.RelyingParty) {
	if !t.IDTokenClaims.EmailVerified {
		fail(w, errors.New("the address is not verified"))
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	id := rand.Text()
	if err := p.cookies.SetCookie(w, "session", id); err != nil {
		fail(w, err)
		return
	}
	p.citizens[id] = t
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (p *program) refresh(w http.ResponseWriter, r *http.Request) {
	p.lock.Lock() // One refresh after the other: a refresh token is used once.
	defer p.lock.Unlock()
	known := p.citizen(r)
	if known == nil {
		http.Error(w, "Nobody is signed in", http.StatusUnauthorized)
		return
	}
	fresh, err := rp.RefreshTokens[*oidc.IDTokenClaims](r.Context(), p.party, known.RefreshToken, "", "")
	if err != nil {
		fail(w, err)
		return
	}
	known.Token = fresh.Token
	fmt.Fprint(w, "refreshed")
}

func (p *program) check(w http.ResponseWriter, r *http.Request) {
	p.lock.Lock()
	defer p.lock.Unlock()
	known := p.citizen(r)
	if known == nil {
		http.Error(w, "Nobody is signed in", http.StatusUnauthorized)
		return
	}
	said, err := rs.Introspect[*oidc.IntrospectionResponse](r.Context(), p.resource, known.AccessToken)
	if err != nil {
		fail(w, err)
		return
	}
	json.NewEncoder(w).Encode(map[string]bool{"active": said.Active})
}

func fail(w http.ResponseWriter, err error) {
	log.Print(err)
	http.Error(w, "The sign-in did not work. Begin again at the first page.", http.StatusBadGateway)
}
