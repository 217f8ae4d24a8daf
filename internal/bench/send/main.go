// Command send measures how long `a2aform send --data` takes for a large value, and
// how much memory, against curl that posts the same request, in turns. It prints
// Markdown, and with -write puts it into a document.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"a2aform/internal/bench/terminal"
)

// The card declares what the rows of the value are.
const (
	card = `{"name":"Bench","version":"1","capabilities":{"streaming":false},
		"schemas":{"rows":{"type":"object","required":["rows"],"properties":{"rows":{"type":"array","items":{"type":"object","required":["id","name"],
		"properties":{"id":{"type":"integer"},"name":{"type":"string"},"amount":{"type":"number"},"note":{"type":"string"}}}}}}},
		"skills":[{"id":"s","name":"S","inputModes":["application/json;schema=rows"]}],
		"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`
	reply = `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`
	mb    = 1 << 20
)

func main() {
	rounds := flag.Int("rounds", 11, "how often each is run")
	flag.Parse()
	if err := run(*rounds); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "send:", err)
		os.Exit(1)
	}
}

func run(rounds int) error {
	dir, err := os.MkdirTemp("", "a2aform-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	product := filepath.Join(dir, "a2aform")
	if err := terminal.Build(filepath.Join("..", ".."), ".", product); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = http.Serve(l, http.HandlerFunc(answer)) }() //nolint:gosec // on loopback, for a minute
	address := "http://" + l.Addr().String() + "/"
	fmt.Printf("| value | rounds, interleaved | `a2aform send --data`, ms | `curl`, ms | ratio of the medians | `a2aform`, MB resident at most | ratio to the value |\n|---|---|---|---|---|---|---|\n")
	for _, size := range []int{5 * mb, 48 * mb} {
		data, request := filepath.Join(dir, "data.json"), filepath.Join(dir, "request.json")
		err := errors.Join(
			save(data, "", size, ""),
			save(request, `{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":`, size, `}]}}}`))
		if err != nil {
			return err
		}
		var ours, anchor []time.Duration
		resident := int64(0)
		for n := range rounds + 1 {
			ms, peak, err := measure(dir, product, "send", address, "--skill", "s", "--data", "@"+data, "-o", "json")
			if err != nil {
				return err
			}
			curl, _, err := measure(dir, "curl", "-s", "-H", "Content-Type: application/json", "--data-binary", "@"+request, address)
			if err != nil {
				return err
			}
			if n > 0 { // the first is for the page cache
				ours, anchor, resident = append(ours, ms), append(anchor, curl), max(resident, peak)
			}
		}
		fmt.Printf("| %d MB | %d | %s | %s | %.1f | %d | %.1f |\n", size/mb, rounds, spread(ours), spread(anchor),
			float64(median(ours))/float64(median(anchor)), resident/mb, float64(resident)/float64(size))
	}
	return nil
}

func answer(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprintf(w, card, r.Host)
		return
	}
	_, _ = io.Copy(io.Discard, r.Body)
	_, _ = io.WriteString(w, reply)
}

// save writes a value of about so many bytes between two texts. It does not hold
// the value: Linux counts the memory of whoever starts a program as the program's.
func save(path, before string, size int, after string) error {
	f, err := os.Create(path) //nolint:forbidigo // scratch
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	n, _ := fmt.Fprint(w, before, `{"rows":[`)
	for i := 0; n < size; i++ {
		comma := ","
		if i == 0 {
			comma = ""
		}
		row, _ := fmt.Fprintf(w, `%s{"id":%d,"name":"Customer %d","amount":%d.25,"note":%q}`, comma, i, i, i, strings.Repeat("lorem ipsum ", 4))
		n += row
	}
	_, _ = fmt.Fprint(w, `]}`, after)
	return errors.Join(w.Flush(), f.Close()) // Flush has the error of any write
}

// measure runs a program to its end: how long it took, and how much memory it had
// at most, in bytes.
func measure(home string, args ...string) (time.Duration, int64, error) {
	cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // our own program, and curl
	cmd.Env = append(os.Environ(), "A2AFORM_HOME="+filepath.Join(home, "home"))
	begin := time.Now()
	out, err := cmd.Output()
	took := time.Since(begin)
	if err != nil || !bytes.Contains(out, []byte("COMPLETED")) {
		return 0, 0, fmt.Errorf("%s: %w: %s", args[0], err, out)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return took, 0, nil
	}
	return took, usage.Maxrss << 10, nil
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

func spread(list []time.Duration) string {
	m := median(list)
	return fmt.Sprintf("%d [%d–%d]", m.Milliseconds(), list[0].Milliseconds(), list[len(list)-1].Milliseconds())
}
