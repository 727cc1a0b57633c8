package main

import (
	"encoding/binary"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/x/bsonx/bsoncore"
)

// replicaSet pretends to be a replica set that takes transactions, so that clients send them. They are not atomic and
// aborts undo nothing: test only commits against it.
type replicaSet struct{ address string }

const (
	opReply    = 1
	replyDocAt = headerBytes + 20
	setName    = "pretended"
)

var ofTransactions = map[string]bool{"startTransaction": true, "autocommit": true, "txnNumber": true, "readConcern": true}

// Answers commands that FerretDB lacks; nil passes the message on.
func (*replicaSet) answer(message []byte) []byte {
	switch commandOf(message) {
	case "commitTransaction", "abortTransaction":
		document, _ := bson.Marshal(bson.D{{Key: "ok", Value: 1.0}})
		reply := make([]byte, documentAt, documentAt+len(document))
		copy(reply[8:12], message[4:8])
		binary.LittleEndian.PutUint32(reply[12:], opMsg)
		return withLength(append(reply, document...))
	default:
		return nil
	}
}

// Drops the fields that FerretDB refuses.
func (*replicaSet) simplified(message []byte) []byte {
	if commandOf(message) == "" {
		return message
	}
	length := int(binary.LittleEndian.Uint32(message[documentAt:]))
	elements, err := bson.Raw(message[documentAt : documentAt+length]).Elements()
	if err != nil {
		return message
	}
	kept := make([][]byte, 0, len(elements))
	for _, element := range elements {
		if !ofTransactions[element.Key()] {
			kept = append(kept, element)
		}
	}
	return replaced(message, documentAt, length, bsoncore.BuildDocument(nil, kept...))
}

// Turns the answer to a greeting into that of a replica set of one.
func (set *replicaSet) introduced(reply []byte) []byte {
	at := documentAt
	if binary.LittleEndian.Uint32(reply[12:]) == opReply {
		at = replyDocAt
	}
	length := int(binary.LittleEndian.Uint32(reply[at:]))
	var document bson.D
	if err := bson.Unmarshal(reply[at:at+length], &document); err != nil {
		return reply
	}
	document = append(document,
		bson.E{Key: "setName", Value: setName}, bson.E{Key: "setVersion", Value: int32(1)},
		bson.E{Key: "hosts", Value: bson.A{set.address}}, bson.E{Key: "primary", Value: set.address},
		bson.E{Key: "me", Value: set.address}, bson.E{Key: "secondary", Value: false},
	)
	introduced, err := bson.Marshal(document)
	if err != nil {
		return reply
	}
	return replaced(reply, at, length, introduced)
}

func replaced(message []byte, at, length int, document []byte) []byte {
	fresh := append([]byte{}, message[:at]...)
	fresh = append(fresh, document...)
	return withLength(append(fresh, message[at+length:]...))
}

func withLength(message []byte) []byte {
	binary.LittleEndian.PutUint32(message, uint32(len(message)))
	return message
}
