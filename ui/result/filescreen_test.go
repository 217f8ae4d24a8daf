package result_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// openFile opens a file on a screen of its own.
func openFile(t *testing.T, o kit.Options, file render.File, w, h int) *uitest.Driver {
	t.Helper()
	return uitest.Start(t, apptest.FileApp(t, o, file), w, h)
}

func linked(url string) render.File {
	return render.NewFile(safe.Text("report.pdf"), safe.Raw{}, safe.Text(url), safe.Raw{})
}

func aPNG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// From a result to its file, the picture of it, and a copy on disk.
func TestGoldenFile(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		dir := t.TempDir()
		d := apptest.OpenSkill(t, apptest.Parcel, apptest.Quick, w, h)
		d.WaitFor("Name *").Press("f3").WaitFor("Start from…").Press("1").WaitFor("Example 1 loaded").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
		d.WaitFor("✓ completed", "✓ Done")
		for link := 1; !strings.Contains(d.Screen(), "Enter opens label.png"); link++ {
			d.Press("tab").WaitFor(fmt.Sprintf("(%d of ", link))
		}
		d.WaitFor("▸ ▪ label.png").Press("enter").WaitFor("› label.png", "image/png", "v shows it here")
		golden(d, "file")
		d.Press("v").WaitFor("PNG · 152 × 96 pixels", "▀▀▀")
		golden(d, "picture")
		path := filepath.Join(dir, "label.png")
		d.Press("ctrl+s").WaitFor("Save the file", "label.png").Press("ctrl+u").Paste(path).Press("enter").WaitFor("Saved as")
		saved, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(saved, []byte("\x89PNG")) {
			t.Fatalf("%q (%v)", saved, err)
		}
		d.Press("ctrl+s").WaitFor("Save the file").Press("ctrl+u").Paste(path).Press("enter").WaitFor("not saved: there is a file of this").Press("esc").WaitFor("▀▀▀")
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(saved, again) {
			t.Error("the file was overwritten")
		}
		d.Press("v").WaitGone("▀").WaitFor("v shows it here").Press("esc").WaitFor("› Run")
	})
}

func TestPictureFollowsTerminalSize(t *testing.T) {
	t.Parallel()
	d := openFile(t, kit.Options{}, apptest.FileOf("a.png", "image/png", aPNG(t)), 80, 24)
	d.WaitFor("v shows it here").Press("v").WaitFor("40 × 40 pixels", strings.Repeat("▀", 30))
	d.Resize(80, 40).WaitFor(strings.Repeat("▀", 40)).Resize(40, 15).WaitUntil("a small picture", func(s string) bool {
		return strings.Contains(s, "▀▀▀▀") && !strings.Contains(s, strings.Repeat("▀", 20))
	})
}

func TestTextAndDataFilesAreShown(t *testing.T) {
	t.Parallel()
	openFile(t, kit.Options{}, apptest.FileOf("notes.md", "text/markdown", []byte("# Notes\n\n- \x1b[31mred")), 80, 24).
		WaitFor("text/markdown", "Notes", "• ␛[31mred", "ctrl+s Save file").WaitGone("Open part").Press("e").WaitFor("Export the file ─", "▌ Markdown")
	openFile(t, kit.Options{}, apptest.FileOf("rows.json", "application/json", []byte(apptest.Things(20))), 80, 24).
		WaitFor("▪ rows.json", "20 rows", "Chair 0").Press("enter").WaitFor("› rows.json", "size", "20 rows").Press("enter").WaitFor("20 rows", "Average price 44.68").WaitGone("Total").Press("esc").WaitFor("application/json")
	openFile(t, kit.Options{}, apptest.FileOf("rows.csv", "text/csv", []byte("city,temp\nOslo,4.5\nLima,21\n")), 80, 24).
		WaitFor("▪ rows.csv", "2 rows").Press("enter").WaitFor("› rows.csv", "size", "Lima").Press("enter").WaitFor("2 rows").WaitGone("size")
	openFile(t, kit.Options{}, apptest.FileOf("long.txt", "text/plain", bytes.Repeat([]byte("0123456789\n"), 30_000)), 80, 24).
		WaitFor("0123456789").Press("G").WaitFor("cut here: the text has 330,000 bytes")
	openFile(t, kit.Options{}, apptest.FileOf("", "", nil), 80, 24).WaitFor("none came", "neither the file nor an address came")
	openFile(t, kit.Options{}, apptest.FileOf("a.bin", "", []byte{0, 1, 2}), 80, 24).WaitFor("3 bytes", "Ctrl+S saves it").Press("v").WaitFor("PNG, JPEG and GIF can")
}

func TestFileOfOtherTypeThanDeclaredHasWarning(t *testing.T) {
	t.Parallel()
	openFile(t, kit.Options{}, apptest.FileOf("a.pdf", "application/pdf", aPNG(t)), 80, 24).WaitFor("its bytes look like image/png", "v shows it here")
	openFile(t, kit.Options{}, apptest.FileOf("a.png", "image/png", aPNG(t)[:40]), 80, 24).WaitFor("v shows it here").
		Press("v").WaitFor("✗ the PNG image ends too early; Ctrl+S saves the file").Press("v").WaitFor("✗ the PNG image")
	broken := render.NewFile(safe.Text("a.png"), safe.Raw{}, safe.Raw{}, safe.Text("iVBO!w0K"))
	openFile(t, kit.Options{}, broken, 80, 24).WaitFor("✗ the file cannot be read: its base64 is broken at character 5 of 8").
		Press("ctrl+s").WaitFor("the file cannot be read")
}

// A field of bytes is saved as a file is.
func TestByteFieldIsSavedAsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := apptest.ShowFile(t, "a.json", `{"photo":"`+base64.StdEncoding.EncodeToString(aPNG(t))+`","n":1}`,
		`{"type":"object","properties":{"photo":{"title":"A Photo","type":"string","contentEncoding":"base64"}}}`, 80, 24)
	d.WaitFor("A Photo").Press("enter").WaitFor("none came", "v shows it here").Press("ctrl+s").WaitFor("A-Photo.png")
	d.Press("ctrl+u").Paste(dir + "/x.png").Press("enter").WaitFor("Saved as")
	if info, err := os.Stat(filepath.Join(dir, "x.png")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v (%v)", info, err)
	}
}

// An address is opened after all of it was seen, and only then.
func TestAddressIsOpenedAfterItIsShown(t *testing.T) {
	t.Parallel()
	opened := make(chan string, 4)
	o := kit.Options{Open: func(_ context.Context, url string) error {
		opened <- url
		if strings.Contains(url, "fail") {
			return errors.New("xdg-open could not open it")
		}
		return nil
	}}
	long := "https://example.com@evil.example/" + strings.Repeat("long/", 20) + "end?x=1"
	d := openFile(t, o, linked(long), 80, 24)
	d.WaitFor("not known", "only the file's address came").Press("ctrl+s").WaitFor("a2aform does not download it").Press("v").WaitFor("a2aform does not download it")
	d.Press("enter").WaitFor("Open this address", "evil.example", "end?x=1", "The part before the @").Press("esc").WaitFor("only the file's address")
	d.Press("y").WaitFor("Copied the address")
	if len(opened) != 0 {
		t.Fatal("it was opened before anybody agreed")
	}
	d.Press("enter").WaitFor("Open this address").Press("enter").WaitFor("anded to your system")
	if got := <-opened; got != long {
		t.Error(got)
	}
	openFile(t, o, linked("https://example.com/fail"), 80, 24).WaitFor("only the").Press("enter").WaitFor("Open this").
		Press("enter").WaitFor("Not opened: xdg-open could not open it", "Open this")
	openFile(t, o, linked("http://пример.example/\u202e"), 80, 24).WaitFor("only the", "really xn--e1afmkfd.example").
		Press("enter").WaitFor("Open this", "really xn--e1afmkfd.example", "beyond a to z", "%E2%80%AE")
}

func TestUnsafeAddressesAreNotOpened(t *testing.T) {
	t.Parallel()
	never := kit.Options{Open: func(context.Context, string) error {
		t.Error("opened")
		return nil
	}}
	tests := []struct{ url, want string }{
		{"file:///etc/passwd", "Only addresses that begin with http"},
		{"javascript:alert(1)", "Only addresses that begin with http"},
		{"-o/tmp/x", "Only addresses that begin with http"},
		{"https:///path", "names no host"},
		{"https://a b/", "The address is broken"},
		{"https://a/\x1b[2J", "The address is broken"},
		{"https://a/" + strings.Repeat("x", 9000), "more than 8 KiB"},
	}
	for _, tt := range tests {
		openFile(t, never, linked(tt.url), 100, 24).WaitFor("report.pdf").Press("enter").WaitFor(tt.want)
	}
	openFile(t, kit.Options{}, linked("https://example.com/"), 100, 24).WaitFor("report.pdf").Press("enter").WaitFor("There is no way to open addresses here")
}

// plainTerminal is the program on a terminal that is to show no colors.
type plainTerminal struct{ *ui.App }

func (p plainTerminal) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.ColorProfileMsg); ok {
		msg = tea.ColorProfileMsg{Profile: colorprofile.ASCII}
	}
	_, cmd := p.App.Update(msg)
	return p, cmd
}

func TestPictureWithoutColorsIsDescribed(t *testing.T) {
	t.Parallel()
	app := apptest.FileApp(t, kit.Options{}, apptest.FileOf("a.png", "image/png", aPNG(t)))
	uitest.Start(t, plainTerminal{app}, 80, 24).WaitFor("showing it needs colors").Press("v").WaitFor("A picture needs colors").WaitGone("▀")
}
