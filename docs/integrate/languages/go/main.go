package main

import (
	"cmp"
	"fmt"
	"html"
	"log"
	"net/http"
	"net/url"
	"os"
)

// citizen returns the subject of the citizen, or "" for a visitor. The gate alone can send these headers.
func citizen(r *http.Request) string { return r.Header.Get("X-Portico-Subject") }

func page(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, text)
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		if citizen(r) == "" {
			page(w, `<a href="/api/v1/sso/login?return_to=/permits">Sign in</a>`)
			return
		}
		name, _ := url.PathUnescape(r.Header.Get("X-Portico-Name"))
		page(w, "Hello "+html.EscapeString(name)+`. <a href="/permits">Your permits</a>`)
	})
	mux.HandleFunc("GET /permits", func(w http.ResponseWriter, r *http.Request) {
		subject := citizen(r)
		if subject == "" {
			http.Error(w, "Sign in first.", http.StatusUnauthorized)
			return
		}
		page(w, "<main>Permits of "+html.EscapeString(subject)+
			` <form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form></main>`)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "8000"), mux))
}
