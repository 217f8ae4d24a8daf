module a2aform/internal/tools/site

go 1.26.8

require github.com/yuin/goldmark v1.7.17
