// Package limit has the limits of the program in one table: the size, the time and
// the number of what agents, schemas, values and files may use.
//
// A user can change some of them ([Limit]: --max NAME=VALUE, or the table limits in config.toml);
// each states what happens when it is exceeded. The rest is fixed ([Number], [Size], [Period]).
// Packages read a limit where they need it; only the start of the program sets one. Buffer
// sizes, intervals and thresholds of algorithms that a user never meets are constants of the
// package that uses them.
package limit
