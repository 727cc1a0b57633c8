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

// MongoDB changes a document in one step, whoever else changes it at the time. FerretDB reads it and writes it back, and
// what happened in between is lost. So commands that may write run one at a time here: each is passed on when the one
// before it was answered. Those that only read wait for nobody, since SQLite shows them one state of everything: a list
// that is looked through row by row, as all are here, would otherwise hold up leases and health.
var turn sync.Mutex

// `set` is nil where nothing is pretended.
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
	// A client that watches whether the server is there must hear of it, however long a command takes.
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

// A client that does not care for the outcome of a write says so, and is sent none.
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
