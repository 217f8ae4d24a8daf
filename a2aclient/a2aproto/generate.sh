#!/bin/sh
# Writes a2a.binpb from a2a.proto, with protoc. The annotations of google.api that are the paths of HTTP+JSON
# are left out, so that of google.api only the description of field_behavior is needed.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/google/api"
cat >"$work/google/api/field_behavior.proto" <<'PROTO'
syntax = "proto3";
package google.api;
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions {
  repeated FieldBehavior field_behavior = 1052 [packed = false];
}
enum FieldBehavior {
  FIELD_BEHAVIOR_UNSPECIFIED = 0;
  OPTIONAL = 1;
  REQUIRED = 2;
}
PROTO
sed -E \
	-e '/^import "google\/api\/(annotations|client)\.proto"/d' \
	-e '/^ +option \(google\.api\.http\) = \{$/,/^    \};$/d' \
	-e '/^ +option \(google\.api\.method_signature\)/d' \
	a2a.proto >"$work/a2a.proto"
protoc -I "$work" --descriptor_set_out=a2a.binpb a2a.proto
