// A small service behind the gate. Its accounts are in a file; yours are in your database.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"
)

// Account is a row of the program's own table. The issuer and the subject together name a citizen, once.
type Account struct{ ID, Issuer, Subject, Name, Email string }

type accounts struct {
	mu   sync.Mutex
	file string
	all  []*Account
}

func (a *accounts) find(matches func(*Account) bool) *Account {
	for _, one := range a.all {
		if matches(one) {
			return one
		}
	}
	return nil
}

func (a *accounts) save() error {
	text, err := json.Marshal(a.all)
	if err != nil {
		return err
	}
	if err := os.WriteFile(a.file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(a.file+".new", a.file)
}

type hook struct {
	Type string
	Data struct {
		AccountID string `json:"account_id"`
		Identity  struct{ Issuer, Subject, Name, Email string }
	}
}

type object map[string]any

// answer does what a hook asks. Each may come twice: the same citizen brings the same account.
func (a *accounts) answer(asked hook) (object, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	who := asked.Data.Identity
	account := a.find(func(one *Account) bool { return one.ID == asked.Data.AccountID })
	switch asked.Type {
	case "load":
		if account == nil {
			return object{"account": nil}, nil
		}
		return object{"account": object{"id": account.ID, "name": account.Name, "email": account.Email}}, nil
	case "provision":
		known := a.find(func(one *Account) bool { return one.Issuer == who.Issuer && one.Subject == who.Subject })
		if known == nil {
			known = &Account{strconv.Itoa(len(a.all) + 1), who.Issuer, who.Subject, who.Name, who.Email}
			a.all = append(a.all, known)
		}
		return object{"account_id": known.ID}, a.save()
	case "signed_in":
		if account != nil {
			account.Name, account.Email = who.Name, who.Email
		}
		return object{}, a.save()
	}
	return nil, nil
}

// needed ends the program where a setting is missing.
func needed(name string) string {
	value := os.Getenv(name)
	if value == "" {
		log.Fatalf("%s is missing", name)
	}
	return value
}

func main() {
	gate, err := NewGate(needed("PORTICO_GATE_URL"), needed("SSO_PROGRAM_URL"), needed("GATE_HOOKS_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	rows := &accounts{file: needed("ACCOUNTS_FILE")}
	text, err := os.ReadFile(rows.file)
	if err == nil {
		err = json.Unmarshal(text, &rows.all)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Fatal(err)
	}

	http.HandleFunc("POST /portico/hooks", func(w http.ResponseWriter, r *http.Request) {
		var asked hook
		body, ours := gate.Body(r)
		if !ours || json.Unmarshal(body, &asked) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answer, err := rows.answer(asked)
		switch {
		case err != nil:
			log.Print(err)
			w.WriteHeader(http.StatusServiceUnavailable)
		case answer == nil:
			w.WriteHeader(http.StatusNotImplemented)
		default:
			json.NewEncoder(w).Encode(answer)
		}
	})
	http.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		citizen, err := gate.Citizen(r)
		switch {
		case err != nil:
			http.Error(w, "This request did not come through the gate.", http.StatusForbidden)
		case citizen == nil:
			fmt.Fprint(w, `<!doctype html><title>Permits</title><main><a href="/api/v1/sso/login?return_to=/permits/">Sign in</a></main>`)
		default:
			const page = `<!doctype html><title>Permits</title><main>Permits of account %s: %s <form method="post" action="/api/v1/sso/logout"><button>Sign out</button></form></main>`
			fmt.Fprintf(w, page, html.EscapeString(citizen.Account), html.EscapeString(citizen.Name))
		}
	})
	log.Fatal(http.ListenAndServe(needed("LISTEN"), nil))
}
