package atomicfile_test

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"a2aform/internal/store/atomicfile"
)

// As root, a rename over a device destroys it for the whole machine.
func TestDeviceIsWrittenInPlace(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root makes devices")
	}
	const nullDevice = 1<<8 | 3
	dir := t.TempDir()
	device, link := filepath.Join(dir, "device"), filepath.Join(dir, "link")
	if err := syscall.Mknod(device, syscall.S_IFCHR|0o666, nullDevice); err != nil {
		t.Skip("no devices here: ", err)
	}
	if err := os.Symlink("device", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{device, link} {
		if err := atomicfile.Write(path, []byte("text"), 0o644); err != nil && !os.IsPermission(err) { // a file system without devices
			t.Error(err)
		}
		if info, err := os.Lstat(device); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
			t.Fatalf("%s: the device is replaced: %v, error %v", path, info.Mode(), err)
		}
	}
}

func TestPipeIsWrittenInPlace(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	came := make(chan string, 1)
	go func() {
		text, _ := os.ReadFile(pipe)
		came <- string(text)
	}()
	if err := atomicfile.Write(pipe, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := <-came; text != "text" {
		t.Errorf("%q", text)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is replaced: %v, error %v", info.Mode(), err)
	}
}

// What a shell gives for >(program), and /dev/stdout where it goes to a file.
func TestOpenFileIsWrittenInPlace(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(fmt.Sprintf("/proc/self/fd/%d", write.Fd()), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	if text, err := io.ReadAll(read); string(text) != "text" || err != nil {
		t.Errorf("%q, error %v", text, err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("before "); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(fmt.Sprintf("/dev/fd/%d", file.Fd()), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := content(t, file.Name()); text != "before text" {
		t.Errorf("%q", text)
	}
	if info, err := file.Stat(); err != nil || strings.Contains(fmt.Sprint(info.Sys().(*syscall.Stat_t).Nlink), "0") {
		t.Errorf("the open file has no name any more, error %v", err)
	}
}
