package main

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"path/filepath"

	"go.mongodb.org/mongo-driver/bson"
)

// FerretDB 1.24 asks SQLite for a document by an expression that is not quite the one its own index is over, and so
// reads the whole table for each. This gives every new table an index over what is asked for.
type indexer struct {
	data string
	seen map[string]bool
}

const askedFor = `_ferretdb_sjson->'$._id'`

// Called after a command, while no other runs.
func (in *indexer) after(message []byte) {
	if command := commandOf(message); command == "drop" || command == "dropDatabase" {
		in.seen = map[string]bool{}
		return
	}
	name := namespaceOf(message)
	if name == (namespace{}) || in.seen[name.database+"\x00"+name.collection] {
		return
	}
	if err := in.index(name.database); err == nil {
		in.seen[name.database+"\x00"+name.collection] = true
	}
}

func (in *indexer) index(database string) error {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(in.data, database+".sqlite")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(`select table_name from _ferretdb_collections`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			return err
		}
		tables = append(tables, table)
	}
	for _, table := range tables {
		if _, err := db.Exec(fmt.Sprintf(`create index if not exists %q on %q (%s)`, table+"_by_id", table, askedFor)); err != nil {
			return err
		}
	}
	return rows.Err()
}

type namespace struct{ database, collection string }

// What a command that may make a collection is about.
func namespaceOf(message []byte) namespace {
	switch name := commandOf(message); name {
	case "insert", "update", "findAndModify", "create", "createIndexes":
		length := binary.LittleEndian.Uint32(message[documentAt:])
		document := bson.Raw(message[documentAt : documentAt+int(length)])
		collection, _ := document.Lookup(name).StringValueOK()
		database, _ := document.Lookup("$db").StringValueOK()
		return namespace{database, collection}
	default:
		return namespace{}
	}
}

// The document of a command follows header, flags and kind.
const documentAt = headerBytes + 4 + 1

func commandOf(message []byte) string {
	if binary.LittleEndian.Uint32(message[12:]) != opMsg || len(message) < documentAt+5 {
		return ""
	}
	length := int(binary.LittleEndian.Uint32(message[documentAt:]))
	if length < 5 || documentAt+length > len(message) {
		return ""
	}
	first, err := bson.Raw(message[documentAt : documentAt+length]).IndexErr(0)
	if err != nil {
		return ""
	}
	return first.Key()
}
