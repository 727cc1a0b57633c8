module go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp

go 1.22

require go.opentelemetry.io/otel/sdk v1.28.0
