#!/bin/sh
# Writes a2a.pb.go from a2a.proto. It needs protoc; protoc-gen-go is that of go.mod.
#
# Two things are changed on the way, neither of which is on the wire:
#   - the annotations of google.api (paths of HTTP+JSON, required fields) are left out, as
#     their types would be compiled into the program for nothing;
#   - the package gets a name of ours, so that a program that links another copy of
#     these types, as a test with an SDK does, does not stop at the second registration.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dir=a2aform/a2a/v1
mkdir -p "$work/$dir"
sed -E \
	-e '/^import "google\/api\//d' \
	-e '/^ +option \(google\.api\.http\) = \{$/,/^    \};$/d' \
	-e '/^ +option \(google\.api\.method_signature\)/d' \
	-e 's/ \[\(google\.api\.field_behavior\) = [A-Z]+\]//' \
	-e 's/^package lf\.a2a\.v1;/package a2aform.a2a.v1;/' \
	a2a.proto >"$work/$dir/a2a.proto"
go build -o "$work/protoc-gen-go" google.golang.org/protobuf/cmd/protoc-gen-go
protoc -I "$work" --plugin="$work/protoc-gen-go" --go_out="$work" \
	--go_opt=paths=source_relative "--go_opt=M$dir/a2a.proto=a2aform/a2aclient/grpc/a2apb;a2apb" "$dir/a2a.proto"
cp "$work/$dir/a2a.pb.go" .
go tool -modfile=../../../internal/tools/go.mod gofumpt -w a2a.pb.go
