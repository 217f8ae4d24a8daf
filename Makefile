# The tools (gofumpt, golangci-lint) are pinned in internal/tools and
# built by the go command at first use.
TOOL := go tool -modfile=internal/tools/go.mod
# The packages whose tests keep golden files and take -update.
GOLDEN := ./a2aclient ./formgen ./formgen/huhform ./formgen/words ./internal/cli ./internal/cli/command ./internal/cli/qa ./internal/limit \
	./internal/qa/carddiff ./internal/qa/casefile ./internal/qa/check ./internal/qa/doctor ./internal/qa/gen ./internal/qa/report ./internal/qa/runner \
	./internal/run ./internal/schema ./internal/schema/normalize ./render ./render/draw ./render/export ./render/table ./render/value \
	./ui ./ui/agent ./ui/chat ./ui/each ./ui/form ./ui/history ./ui/kit ./ui/plain ./ui/present ./ui/qa ./ui/result ./ui/table ./ui/task

.PHONY: build test lint fmt golden docs bench weight mutants trials fuzz hostile public wire life alive tck generated strace soak rows licenses release-check cross site rename demo pictures ci nightly

build: ## the stripped binary, dist/a2aform
	.ci/run build

test: ## what the README says: Go alone
	go test ./...

lint:
	.ci/run lint

fmt:
	git ls-files --cached --others --exclude-standard '*.go' | xargs $(TOOL) gofumpt -w

golden: ## make the golden files again; read the diff before committing
	go test $(GOLDEN) -update

docs: ## write the generated parts of docs/reference: rules, keys, limits, preferences
	go test ./internal/cli ./internal/qa/doctor ./internal/schema ./ui -run '^Test(Reference|ComplianceReport)' -update

bench: build ## what a user waits for, beside a peer; docs/BENCHMARKS.md has the figures
	go -C internal/tools run ./bench

trials: ## how often six forms with planted mistakes are submitted until they are sent, and the keys for that
	@go test ./formgen -count=1 -run '^TestTrialsUntilSent$$' -v | sed -n 's/^ *trials_test.go:[0-9]*: //p'

weight: ## how large the code is: packages, lines, the largest types, the words of the pages
	go -C internal/tools run ./weight

mutants: ## MUTANTS random lines changed, chosen by SEED, and which changes the tests of their package notice
	go -C internal/tools run ./mutants -n $(or $(MUTANTS),20) $(if $(SEED),-seed $(SEED))

fuzz: ## every target for FUZZTIME: a time such as the default 60s, or a count such as 20000x
	.ci/nightly fuzz

hostile: ## every hostile agent against the built program, with a row for each; and the attacks by way of a shell, a CI log, a repository or a path
	go test -count=1 -v -run 'TestCompletionRunsNothing$$|TestEveryReaderGetsText$$|TestScripts$$/^(trust|log|reportfile|golden|program|dryrunsecret)$$' ./internal/cli/... | grep -E '^ *--- |^(ok|FAIL)'
	go test -count=1 -run 'Trust|Owner|Repository|Golden|LogText|LogWriter|FileName|Quoted|Required|InPlace|Links|ThisMachine' ./internal/store/... ./internal/safe ./internal/run ./internal/demo/server ./render/export ./internal/qa/casefile
	A2AFORM_HOSTILE=all go test -count=1 -v -timeout 30m -run 'TestHostileAgents$$' ./internal/cli
	A2AFORM_HOSTILE=all go test -count=1 -v -timeout 30m -parallel 6 -run 'TestHostileAgentsOnATerminal$$' ./internal/cli # most of it is waiting for a screen to rest

public: ## the answers of testdata/public through the program; prints a row for each
	go test -count=1 -v -run 'TestPublicReports$$' ./internal/cli | grep -E '^ +--- |^(ok|FAIL)'

wire: ## what real agents sent, testdata/wire, through the program; prints a row for each check
	go test -count=1 -v -run 'TestWire$$' ./internal/cli | grep -E '^ +(--- |wire_test)|^(ok|FAIL)'

life: ## 300 kills, and every way out of the program fifty times; prints how old the keys were that a kill took away
	A2AFORM_LIFE=all go test -count=1 -timeout 60m -v -run 'TestKillLosesNoDraft|TestEveryExitRestoresTerminal|TestPanicRestoresTerminal|TestPanicWhileDrawing|TestSessionWritesFewBytes' ./internal/cli

alive: ## floods and bombs on a terminal: how long a key takes, how often the screen is drawn, how long quitting takes
	A2AFORM_ALIVE=all go test -count=1 -timeout 30m -v -run 'TestStaysResponsive$$' ./internal/cli

licenses: ## docs/licenses.md from what the program links
	.ci/nightly licenses write

soak: ## the program in use for SOAK, its streams reset again and again: memory, goroutines, files
	A2AFORM_SOAK=$(or $(SOAK),10m) go test -count=1 -timeout 0 -v -run 'TestSoak$$' ./ui

rows: ## the 100,000 rows of a table as cases: how much memory they take
	A2AFORM_ROWS=100000 go test -count=1 -timeout 30m -v -run 'TestRowsAreNotHeld$$' ./internal/qa/runner

tck: ## a copy of the A2A TCK in A2A_TCK against the demo agent, beside testdata/tck/expected-failures.txt; needs Python with its packages
	@test -n "$(A2A_TCK)" || { echo 'A2A_TCK names no copy of https://github.com/a2aproject/a2a-tck: A2A_TCK=DIR make tck'; exit 2; }
	A2A_TCK="$(abspath $(A2A_TCK))" go test -count=1 -v -timeout 30m -run 'TestTCK$$' ./internal/cli

generated: ## the cases of all schemas of the corpus (A2AFORM_CORPUS): how many there are, and that the validator contradicts none
	A2AFORM_GENERATED=all go test -count=1 -v -run 'TestCasesAreWhatTheyAreCalled$$' ./internal/qa/gen

strace: ## which files and addresses the program asks for because of a hostile agent, and files when it is killed at every system call; needs strace
	A2AFORM_STRACE=all go test -count=1 -timeout 60m -v -run 'TestHostileAgentOpensNoFileOrAddress$$|TestKilledAtEverySystemCall$$' ./internal/cli ./internal/store

release-check: ## build a release and try it, without publishing; see docs/RELEASING.md
	.ci/release-check

cross: ## build for the other systems and vet the tests for them; nothing runs there
	.ci/cross

site: ## the website of the pages, dist/site, with checked links
	go -C internal/tools/site run . ../../.. ../../../dist/site

rename: ## move the module to its final path: make rename MODULE=github.com/OWNER/a2aform
	.ci/rename $(MODULE)

demo:
	go run . demo

pictures: build ## docs/pictures from the running program; needs tmux
	.ci/pictures

ci: ## the gate: what must hold before a change lands
	.ci/run

nightly: ## what looks for new defects, for hours
	.ci/nightly
