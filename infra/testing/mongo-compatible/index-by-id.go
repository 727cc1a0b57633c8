package main

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"path/filepath"

	"go.mongodb.org/mongo-driver/bson"
)

// indexer adds an index over `askedFor` to every new table: FerretDB 1.24 finds documents by that expression, which its
// own index does not cover, and so scans the whole table.
type indexer struct {
	data string
	seen map[string]bool
}

const askedFor = `_ferretdb_sjson->'$._id'`

// Runs after a command, while no other runs.
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

// Returns the collection that a command may create.
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

// A document follows header, flags and kind.
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
