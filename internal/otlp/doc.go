// Package otlp writes a recorded run as a trace in the JSON of OpenTelemetry's protocol
// (https://opentelemetry.io/docs/specs/otlp/, OTLP/JSON).
package otlp
