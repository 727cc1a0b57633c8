package main

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
)

const (
	headerBytes     = 16
	messageBytesMax = 48_000_000
	opMsg           = 2013
	moreToCome      = 1 << 1
)

// MongoDB changes a document atomically. FerretDB reads it and writes it back, and loses concurrent changes. So
// commands that may write run one at a time. Reads do not wait for them, because SQLite gives each a consistent
// snapshot: otherwise long scans would delay leases and health checks.
var turn sync.Mutex

// `set` is nil unless -pretend-transactions is given.
func serve(ctx context.Context, front net.Listener, socket string, tables *indexer, set *replicaSet) {
	go func() {
		<-ctx.Done()
		_ = front.Close()
	}()
	for {
		client, err := front.Accept()
		if err != nil {
			return
		}
		go func() {
			defer client.Close()
			behind, err := net.Dial("unix", socket)
			if err != nil {
				return
			}
			defer behind.Close()
			_ = relay(client, behind, tables, set)
		}()
	}
}

func relay(client, behind net.Conn, tables *indexer, set *replicaSet) error {
	for {
		message, err := readMessage(client)
		if err != nil {
			return err
		}
		answer, err := ask(behind, message, tables, set)
		if err != nil {
			return err
		}
		if _, err := client.Write(answer); err != nil {
			return err
		}
	}
}

func ask(behind net.Conn, message []byte, tables *indexer, set *replicaSet) ([]byte, error) {
	// Greetings never wait for `turn`: clients use them to check that the server is alive.
	if set != nil {
		if answer := set.answer(message); answer != nil {
			return answer, nil
		}
		message = set.simplified(message)
	}
	if !isGreeting(message) && !isRead(message) {
		turn.Lock()
		defer turn.Unlock()
		defer tables.after(message)
	}
	if _, err := behind.Write(message); err != nil {
		return nil, err
	}
	if !isAnswered(message) {
		return nil, nil
	}
	answer, err := readMessage(behind)
	if err == nil && set != nil && isGreeting(message) && commandOf(message) != "ping" {
		return set.introduced(answer), nil
	}
	return answer, err
}

func readMessage(from io.Reader) ([]byte, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(header)
	if length < headerBytes || length > messageBytesMax {
		return nil, errors.New("this is not a message of MongoDB's protocol")
	}
	message := make([]byte, length)
	copy(message, header)
	_, err := io.ReadFull(from, message[headerBytes:])
	return message, err
}

// A write with `moreToCome` gets no answer.
func isAnswered(message []byte) bool {
	if binary.LittleEndian.Uint32(message[12:]) != opMsg || len(message) < headerBytes+4 {
		return true
	}
	return binary.LittleEndian.Uint32(message[headerBytes:])&moreToCome == 0
}

func isRead(message []byte) bool {
	switch commandOf(message) {
	case "find", "getMore", "count":
		return true
	default:
		return false
	}
}

func isGreeting(message []byte) bool {
	switch commandOf(message) {
	case "", "hello", "isMaster", "ismaster", "ping":
		return true
	default:
		return false
	}
}
