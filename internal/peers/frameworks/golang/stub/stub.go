// Package stub has what the stub models of the agents answer, as ../stub.mjs does, and how an agent is served for a test.
package stub

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
)

// Answer is a table in words, an error, what was said before, or what was said.
func Answer(said string, before ...string) (string, error) {
	switch {
	case strings.Contains(said, "fail"):
		return "", errors.New("the model is away")
	case strings.Contains(said, "table"):
		return "Here:\n\n| city | temp |\n|---|---|\n| Oslo | 4 |\n", nil
	case strings.Contains(said, "before"):
		return "Said before: " + cmp.Or(strings.Join(before, ", "), "nothing"), nil
	}
	return "You said: " + said, nil
}

// Words are the pieces of a stream. The last one of a text with the word "hold" waits until the test has seen those before it.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		list := strings.SplitAfter(text, " ")
		for i, word := range list {
			if i == len(list)-1 && strings.Contains(text, "hold") {
				<-letGo
			}
			if !yield(word) {
				return
			}
		}
	}
}

var letGo = make(chan struct{})

// Serve serves what handler makes for its address on a free loopback port, and prints the address. The first that the test writes
// lets the words go that are held, and the agent ends with the test.
func Serve(handler func(url string) http.Handler) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	server := &http.Server{Handler: handler(url)}
	go func() { log.Fatal(server.Serve(listener)) }()
	fmt.Println(url)
	if n, _ := os.Stdin.Read(make([]byte, 1)); n > 0 {
		close(letGo)
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
}
