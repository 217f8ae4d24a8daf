package hostile

import (
	"encoding/binary"
	"io"
	"net/http"
	"strings"
)

// Message is what a server of gRPC answers to every call.
type Message struct {
	Name, What string
	Serve      http.HandlerFunc
}

// grpcFrame is a message of gRPC: a flag, a length, and as many bytes as are there.
func grpcFrame(flag byte, length uint32, data string) string {
	head := binary.BigEndian.AppendUint32([]byte{flag}, length)
	return string(head) + data
}

// answers writes frames, and ends with a status; "" for none.
func answers(ends string, frames ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/grpc+proto")
		w.Header().Set("Trailer", "Grpc-Status, Grpc-Message")
		w.WriteHeader(http.StatusOK)
		for _, f := range frames {
			if _, err := io.WriteString(w, f); err != nil {
				return
			}
		}
		if ends != "" {
			w.Header().Set("Grpc-Status", ends)
			w.Header().Set("Grpc-Message", "%1B%5B2J said the agent")
		}
	}
}

// Messages are answers in gRPC that are no answers of A2A.
func Messages() []Message {
	valid := func(data string) string { return grpcFrame(0, uint32(len(data)), data) }
	return []Message{
		{"no protobuf", "bytes that are no message", answers("0", valid("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))},
		{"huge length", "a length of 4 GiB, and no bytes", answers("0", grpcFrame(0, 1<<32-1, ""))},
		{"short", "fewer bytes than its length says", answers("0", grpcFrame(0, 1000, "abc"))},
		{"compressed", "a compressed message that is none", answers("0", grpcFrame(1, 3, "abc"))},
		{"endless group", "groups in one another", answers("0", valid(strings.Repeat("\x0b", 100_000)))},
		{"long field", "a field that says it has 2 GiB", answers("0", valid("\x0a\xff\xff\xff\xff\x07"))},
		{"no message", "no message, and a good end", answers("0")},
		{"no end", "no status at the end", answers("")},
		{"strange status", "a status that does not exist", answers("99")},
		{"status is a text", "a status that is no number", answers("ok")},
		{"internal", "an error of its own", answers("13")},
		{"page", "a web page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>Sign in</html>")
		}},
		{"endless", "a message without end", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/grpc+proto")
			_, err := io.WriteString(w, grpcFrame(0, 1<<32-1, ""))
			for chunk, n := strings.Repeat("x", 64<<10), 0; err == nil && n < endlessText; n += len(chunk) {
				_, err = io.WriteString(w, chunk)
			}
		}},
	}
}
