// Package inputs has, for tests, documents, notifications and messages of gRPC that are wrong on
// purpose: catalogs, key sets, metadata of authorization servers, and what is posted to a
// receiver. Each has a name, and the words by which a program should say what is wrong.
package inputs
