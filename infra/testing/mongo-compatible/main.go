// Command mongo-compatible is a test server that speaks MongoDB's protocol: FerretDB 1.24 over SQLite. It is not
// MongoDB: it has no transactions, no change streams, and no secondary indexes for queries. Adapters must work with
// both.
//
// It prints its URL as the first line and ends on a signal, or with -follow-stdin when its input ends.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address to listen on; port 0 picks a free one")
	data := flag.String("data", "", "folder of the databases, kept over restarts; a temporary one when empty")
	followStdin := flag.Bool("follow-stdin", false, "end when standard input ends, so as to die with whoever started it")
	pretend := flag.Bool("pretend-transactions", false, "say it is a replica set and take transactions, which are not atomic")
	flag.Parse()
	if err := run(*listen, *data, *followStdin, *pretend); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(listen, data string, followStdin, pretend bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if followStdin {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			stop()
		}()
	}
	// A Unix socket needs a short path, hence a folder of its own.
	scratch, err := os.MkdirTemp("", "mongo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if data == "" {
		data = filepath.Join(scratch, "data")
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	socket := filepath.Join(scratch, "behind.sock")
	server, err := ferretdb.New(&ferretdb.Config{
		Listener: ferretdb.ListenerConfig{Unix: socket},
		Handler:  "sqlite",
		// Test data may be lost in a crash.
		SQLiteURL: "file:" + data + "/?_pragma=synchronous(off)",
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError + 4})),
	})
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx) }()
	front, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	var set *replicaSet
	if pretend {
		set = &replicaSet{address: front.Addr().String()}
	}
	go serve(ctx, front, socket, &indexer{data: data, seen: map[string]bool{}}, set)
	fmt.Printf("mongodb://%s/\n", front.Addr())
	return <-done
}
